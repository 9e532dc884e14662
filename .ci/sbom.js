// Prints a bill of materials of the package (CycloneDX), made from the lock file alone. npm makes it in a folder whose
// manifest and lock file name only what users install. `npm sbom --omit dev` is not used, because npm 11 also leaves
// out packages that both users and development tools need.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const { devDependencies, scripts, ...manifest } = read('package.json');
const lock = read('package-lock.json');
const packages = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
delete lock.packages[''].devDependencies;

const room = mkdtempSync(join(tmpdir(), 'paybatch-sbom-'));
try {
  const cwd = join(room, manifest.name); // npm names the package after its folder
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(cwd, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }),
  );
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
  process.stdout.write(
    execFileSync('npm', args, { cwd, maxBuffer: 64 * 2 ** 20, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
} finally {
  rmSync(room, { recursive: true, force: true });
}
