// Calls without a host, where a file beside them defines the route that they name: they are asked of one's own server, which --fix
// would leave behind. How sure they still are is said by whether anything here names this service.
import { type Confidence, type Finding, RANK } from './finding.ts';
import { isRouteByFolder, type Serves } from './judge/own-route.ts';
import type { Looked } from './look.ts';

/** Which route a file defines, by its text, or by where it lies where it names nothing of this service. */
function servesIn(looked: Looked | undefined, file: string): Serves | undefined {
  if (looked?.kind === 'scanned') return looked.scanned.serves;
  return (looked?.kind === 'clean' || looked?.kind === 'weak') && isRouteByFolder(file) ? 'own' : undefined;
}

/** It says of which service's paths it speaks: by other words of it, or by a host. */
const isSpoken = (looked: Looked | undefined): boolean =>
  looked?.kind === 'scanned' &&
  (looked.scanned.service === true ||
    looked.scanned.findings.some(({ confidence, bare }) => confidence === 'high' && bare !== true));

/** How sure such calls are at most; `undefined`: no file defines their route. `files`: as findings name them. */
export function mostSure(
  all: readonly (Looked | undefined)[],
  files: readonly string[],
): Confidence | undefined {
  const served = new Set(all.map((looked, i) => servesIn(looked, files[i] ?? '')));
  if (served.has('own')) return all.some(isSpoken) ? 'medium' : 'low';
  if (served.has('route')) return 'medium';
  return served.has('proxy') ? 'high' : undefined;
}

/** Without calls that are less sure than `least`; --fix changes none of those that are left. */
export function lessSure(looked: Looked, most: Confidence, least: Confidence): Looked {
  if (looked.kind !== 'scanned') return looked;
  const findings = looked.scanned.findings.flatMap((finding): Finding[] => {
    const isNobodys = finding.rule === 'current-tenant-endpoint' && most === 'low';
    if (finding.bare !== true && !isNobodys) return [finding];
    if (RANK[most] < RANK[least]) return [];
    const { fix, ...rest } = finding;
    const why = `is a route that a file beside it defines${fix ? ', so --fix leaves it' : ''}`;
    return [{ ...rest, confidence: most, fixable: false, evidence: [...finding.evidence, why] }];
  });
  return { ...looked, scanned: { ...looked.scanned, findings } };
}
