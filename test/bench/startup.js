// paybatch --help against an empty node.
import { here, timed } from './child.js';

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

export async function benchStartup(report) {
  const times = async (args) => {
    const all = [];
    for (let i = 0; i < 9; i++) all.push((await timed(args, { measureMemory: false })).seconds);
    return median(all);
  };
  const floor = await times(['-e', '0']);
  const help = await times([here('../../bin/paybatch.js'), '--help']);
  report('paybatch --help against node -e 0', help / floor, 4, 'max', {
    'help ms': Math.round(help * 1000),
    'node ms': Math.round(floor * 1000),
  });
}
