// A bill of what comes with the package (CycloneDX) on standard output, from the lock file alone: npm makes it of a folder that
// holds nothing but what is installed for users. Told to leave out what is for development (--omit dev), npm 11 leaves out as well
// whatever a tool of ours happens to need, too.
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
  const cwd = join(room, manifest.name); // npm calls a package by its folder
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
