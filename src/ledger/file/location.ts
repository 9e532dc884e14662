// The real path of a ledger's file, and objections to that place. It opens and makes nothing.
import {
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statfsSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { Fault, LedgerError, refusal } from '../ledger-error.ts';
import type { LedgerObjection } from '../store/objections.ts';
import { fileMessage, type FileMessages } from './messages.ts';

/** What the operating system tells about file systems. Tests replace it. */
export interface Surroundings {
  /** The text of /proc/self/mountinfo; empty where there is none. */
  readonly mounts: () => string;
  /** Free bytes. */
  readonly room: (folder: string) => number;
}

export const SYSTEM: Surroundings = {
  mounts: () => {
    try {
      return readFileSync('/proc/self/mountinfo', 'utf8');
    } catch {
      return '';
    }
  },
  room: (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};

export interface FilePlace {
  /** Absolute, without symbolic links: the log, the locks and the mark are next to it. */
  readonly path: string;
  readonly exists: boolean;
  readonly isEmpty: boolean;
  /** A copy of the file has another inode. The device is left out, since it changes with a restart. */
  readonly inode: () => string;
  /** Free bytes on its disk. */
  readonly room: () => number;
  /** A person may accept them (`--accept-ledger`). */
  readonly objections: readonly LedgerObjection[];
}

/** Errors: {@link LedgerError} for a path where no ledger can be. */
export function findPlace(given: string, surroundings: Surroundings): FilePlace {
  if (given.trim() === '' || given === ':memory:' || given.includes('\0')) {
    throw refusal('ledger_path', fileMessage('no_ledger_path', { path: given.replaceAll('\0', '\\0') }));
  }
  const path = realPath(resolve(given), 0);
  if (/^\/(?:proc|sys|dev)(?!\/shm\/)(?:\/|$)/.test(path)) refuse(path, 'system');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) refuse(path, 'folder');
  if (stats && !stats.isFile()) refuse(path, 'device');
  return {
    path,
    exists: stats !== undefined,
    isEmpty: stats?.size === 0,
    inode: () => statSync(path, { bigint: true }).ino.toString(),
    room: () => surroundings.room(dirname(path)),
    objections: [...objectionsToPlace(path, stats, surroundings)],
  };
}

function refuse(ledger: string, is: FileMessages['place_unusable']['is']): never {
  throw refusal('ledger_path', fileMessage('place_unusable', { ledger, is }));
}

/** The most bytes that a row usually takes, and those that a run takes for other data. */
const ROW_BYTES = 3_000;
const SPARE_BYTES = 1_000_000;

/** Is called before anything is sent. Errors: {@link LedgerError} for a disk without room for so many rows. */
export function refuseFull({ path, room }: FilePlace, rows: number): void {
  const [left, needed] = [room(), SPARE_BYTES + rows * ROW_BYTES];
  if (left >= needed) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
  throw new LedgerError(
    fileMessage('too_little_room', { ledger: path, needed: megabytes(needed), left: megabytes(left) }),
  );
}

/** Also follows a symbolic link to a file that does not exist yet: it may be the ledger that is about to be made. */
function realPath(path: string, hops: number): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  if (hops > 40) throw new Fault(fileMessage('links_in_circle'));
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    return realPath(resolve(dirname(path), readlinkSync(path)), hops + 1);
  }
  const folder = dirname(path);
  return folder === path ? path : join(realPath(folder, hops), basename(path));
}

function* objectionsToPlace(
  path: string,
  stats: Stats | undefined,
  surroundings: Surroundings,
): Generator<LedgerObjection> {
  if (stats && stats.nlink > 1)
    yield { code: 'ledger_linked', message: fileMessage('hard_links', { names: stats.nlink }) };
  const mounts = parseMounts(surroundings.mounts());
  if (stats && mounts.some(({ point }) => point === path))
    yield { code: 'ledger_mounted', message: fileMessage('mounted_alone') };
  const type = networkName(existing(path), mounts);
  if (type !== undefined) yield { code: 'ledger_network', message: fileMessage('network_disk', { type }) };
}

/** The nearest folder that is there. */
function existing(path: string): string {
  const folder = dirname(path);
  return folder === path || statSync(folder, { throwIfNoEntry: false }) ? folder : existing(folder);
}

interface Mount {
  readonly point: string;
  readonly type: string;
}

/** The lines of mountinfo (proc(5)). A later mount covers an earlier one. */
export function parseMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4];
    const type = after.split(' ')[0];
    if (point === undefined || type === undefined) return [];
    return [{ point: point.replace(/\\([0-7]{3})/g, (_, octal: string) => octet(octal)), type }];
  });
}

const octet = (octal: string): string => String.fromCharCode(Number.parseInt(octal, 8));

const NETWORK_TYPES = new Set(
  'nfs nfs4 cifs smb3 smbfs 9p afs ceph glusterfs lustre gpfs beegfs orangefs pvfs2 coda ncpfs vboxsf ocfs2 gfs2'.split(
    ' ',
  ),
);
/** FUSE is used by sshfs, s3fs, rclone and many more. These are local disks. */
const LOCAL_FUSE = new Set(
  ['', '.ntfs', '.ntfs-3g', '.exfat', '.fuse-overlayfs', '.mergerfs', '.bindfs', '.gocryptfs', '.encfs'].map(
    (name) => `fuse${name}`,
  ),
);
/** The last of the longest mount points above the folder decides. */
function networkName(folder: string, mounts: readonly Mount[]): string | undefined {
  const under = (point: string): boolean =>
    point === '/' || folder === point || folder.startsWith(`${point}/`);
  let mount: Mount | undefined;
  for (const one of mounts) {
    if (under(one.point) && one.point.length >= (mount?.point.length ?? 0)) mount = one;
  }
  const type = mount?.type ?? '';
  return NETWORK_TYPES.has(type) || (type.startsWith('fuse.') && !LOCAL_FUSE.has(type)) ? type : undefined;
}

/**
 * Returns a check whether a ledger's path still leads to this file. Commits to a removed or replaced file are lost
 * when the process ends. The check takes some microseconds. Its errors: {@link LedgerError} (`ledger_gone`).
 */
export function sameFileCheck(path: string): () => void {
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) !== opened)
      throw refusal('ledger_gone', fileMessage('ledger_gone', { ledger: path }));
  };
}

function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : '';
}
