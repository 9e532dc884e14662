// A process that looks at one file and ends: with what it saw, or for want of memory. Started by aside.ts.
import { type Aside, Looker } from '../../../lint/look/look.ts';
import { mostFindings } from '../../../lint/look/memory.ts';

process.once('disconnect', () => process.exit());
process.once('message', (aside) => {
  const { settings, job, text } = aside as Aside; // as aside.ts sends it
  const looker = new Looker(settings);
  const looking =
    text === undefined
      ? looker.look(job)
      : looker.text(job.file, text).then((looked) => ({ looked, stamp: '' }));
  void looking.then((seen) => {
    const { looked } = seen;
    const count = looked.kind === 'scanned' ? looked.scanned.findings.length : 0;
    const most = mostFindings();
    // More than whoever asked could hold.
    const why = `holds ${count} findings, and there is memory for ${most}: split the file`;
    process.send?.(count > most ? { looked: { kind: 'unreadable', why }, stamp: '' } : seen, () =>
      process.exit(),
    );
  });
});
