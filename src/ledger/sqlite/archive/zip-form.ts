// The form of the archive itself: its members one behind the other, the directory, its end, and not a byte besides. Readers of
// archives differ in what they take from one that has more (two directories, a member that no directory names, something in
// front or behind), so that two people could find two things in it. Pure.

const LOCAL = { mark: 0x04034b50, bytes: 30 };
const CENTRAL = { mark: 0x02014b50, bytes: 46 };
const END = { mark: 0x06054b50, bytes: 22 };
/** Names in UTF-8; nothing else is ever set. */
const FLAGS: readonly number[] = [0, 0x800];
/** Stored, deflated. */
const METHODS: readonly number[] = [0, 8];

interface Member {
  readonly name: string;
  readonly at: number;
  /** Flags, method, checksum and sizes, as they stand. */
  readonly said: string;
}

/** The members' names in their order, those that are there twice, too. Errors: an Error that says what is wrong. */
export function namesInArchive(bytes: Buffer): string[] {
  const members: Member[] = [];
  let at = 0;
  try {
    while (bytes.readUInt32LE(at) === LOCAL.mark) {
      const { member, length } = localAt(bytes, at);
      members.push(member);
      at += length;
    }
    const directory = at;
    for (const member of members) at += centralAt(bytes, at, member);
    judgeEnd(bytes, at, { directory, members: members.length });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error('it breaks off', { cause: error });
  }
  return members.map(({ name }) => name);
}

function localAt(bytes: Buffer, at: number): { member: Member; length: number } {
  const [flags, method] = [bytes.readUInt16LE(at + 6), bytes.readUInt16LE(at + 8)];
  const [packed, nameLength, more] = [
    bytes.readUInt32LE(at + 18),
    bytes.readUInt16LE(at + 26),
    bytes.readUInt16LE(at + 28),
  ];
  if (!FLAGS.includes(flags) || !METHODS.includes(method) || more > 0)
    throw new Error(`the member at byte ${at} is written otherwise than an export's`);
  const name = bytes.toString('utf8', at + LOCAL.bytes, at + LOCAL.bytes + nameLength);
  const said = bytes.toString('hex', at + 6, at + 26);
  return { member: { name, at, said }, length: LOCAL.bytes + nameLength + packed };
}

/** Says of the member what stands at the member itself. Returns its length. */
function centralAt(bytes: Buffer, at: number, { name, at: place, said }: Member): number {
  const length = Buffer.byteLength(name);
  const isSame =
    bytes.readUInt32LE(at) === CENTRAL.mark &&
    bytes.toString('hex', at + 8, at + 28) === said &&
    bytes.readUInt16LE(at + 28) === length &&
    bytes.readUInt16LE(at + 30) === 0 &&
    bytes.readUInt16LE(at + 32) === 0 &&
    bytes.readUInt32LE(at + 42) === place &&
    bytes.toString('utf8', at + CENTRAL.bytes, at + CENTRAL.bytes + length) === name;
  if (!isSame) throw new Error('its directory is not that of its members');
  return CENTRAL.bytes + length;
}

function judgeEnd(bytes: Buffer, at: number, found: { directory: number; members: number }): void {
  const isSame =
    bytes.readUInt32LE(at) === END.mark &&
    bytes.readUInt32LE(at + 4) === 0 &&
    bytes.readUInt16LE(at + 8) === found.members &&
    bytes.readUInt16LE(at + 10) === found.members &&
    bytes.readUInt32LE(at + 12) === at - found.directory &&
    bytes.readUInt32LE(at + 16) === found.directory &&
    bytes.readUInt16LE(at + 20) === 0;
  if (!isSame) throw new Error('its directory is not that of its members');
  if (bytes.length !== at + END.bytes) throw new Error('something stands behind its end');
}
