// Sentences of a ledger on Postgres: its address, its server, and what this host has seen of it.
import type { AddressFault, PassFault, PostgresMessages, ServerFault } from '../ledger/postgres/messages.ts';
import type { Say, WordsOf } from '../message.ts';

const FORM = 'postgres://USER@HOST:PORT/DATABASE';

function addressText(fault: AddressFault): string {
  switch (fault.is) {
    case 'unreadable':
      return `can't be read as an address: ${FORM}`;
    case 'no_host':
      return `names no host: ${FORM}`;
    case 'bad_percent':
      return 'holds a % that encodes nothing: write %25';
    case 'schema':
      return `has the schema "${fault.schema}": lower-case letters, digits and _, at most 51 of them`;
    case 'parameter':
      return `has the parameter ${fault.value}, which is not understood here. Known are ${fault.known.join(', ')}`;
    case 'ssl_mode':
      return `has sslmode=${fault.value}: ${fault.known.join(', ')} are understood`;
  }
}

function passText(fault: PassFault, say: Say): string {
  switch (fault.is) {
    case 'no_line':
      return `no line of ${fault.file} is for ${fault.wanted}`;
    case 'unprotected':
      return `${fault.file} can be read by others than its owner, and isn't used`;
    case 'no_permission':
      return `${fault.file}: no permission to read it`;
    case 'not_there':
      return `PGPASSFILE: there is no ${fault.file}`;
    case 'none_set':
      return 'none is set';
    case 'unreadable':
      return `${fault.file}: ${say(fault.why)}`;
  }
}

function serverText(fault: ServerFault): string {
  switch (fault.is) {
    case 'standby':
      return 'the server is a standby (pg_is_in_recovery): a ledger is written on the primary alone';
    case 'setting':
      return `${fault.name} is ${fault.value}: after a power cut it may have forgotten what was paid. Set it to on`;
    case 'commit_told':
      return 'synchronous_commit is set by PGOPTIONS, which hides what it is for this role and database, and so for other hosts. Take it out of PGOPTIONS';
    case 'commit':
      return `synchronous_commit is ${fault.value} for this role and database: a crash loses what was acknowledged. Set it to on, such as with ALTER ROLE ... SET synchronous_commit = on`;
    case 'no_synchronous_standby':
      return `it has ${fault.standbys === 1 ? 'a standby' : `${fault.standbys} standbys`}, and none is synchronous (synchronous_standby_names is empty): a failover would forget what was paid last. Name one`;
    case 'encoding':
      return `server_encoding is ${fault.value}: the database has to be made with UTF8`;
  }
}

const REPLACED: Readonly<Record<PostgresMessages['replaced']['how'], (link: number) => string>> = {
  rewritten: () => 'has rows that were written once more since paybatch wrote them: an old',
  shorter: (link) => `ends before link ${link} of its hash chain, which this process has seen: an old`,
  forked: (link) => `has another link ${link} in its hash chain than this process has seen: another`,
  older_lease: () => 'has an older lease of this process than it wrote last: an old',
};

export const LEDGER_POSTGRES: WordsOf<PostgresMessages> = {
  address_unusable: ({ fault }) => `the ledger's address ${addressText(fault)}`,
  certificate_unreadable: ({ path, why }, say) => `sslrootcert of the ledger's address, ${path}: ${say(why)}`,
  password_missing: ({ ledger, fault }, say) =>
    `the ledger ${ledger} asks for a password: ${passText(fault, say)}. Set PAYBATCH_LEDGER_PASSWORD, or PGPASSFILE to a file with the line host:port:database:user:password, readable by its owner alone (chmod 600)`,
  state_folder_unwritable: ({ folder, why }) =>
    `the folder in which this host keeps what it has seen of its ledgers can't be written (${why}): ${folder}. Give it to the user that runs paybatch, or set XDG_STATE_HOME to one that is theirs`,
  node_too_old: ({ needed, node }) =>
    `a ledger on Postgres needs Node ${needed} or later, and this is Node ${node}: use a later one, or a ledger in a file, which works with this one`,
  no_whole_ledger: ({ ledger }) => `${ledger} holds no whole ledger: its own row is missing`,
  replaced: ({ how, link }) =>
    `the ledger ${REPLACED[how](link)} copy was put in its place while it was in use. What was paid since would be paid again`,

  server_fault: ({ fault }) => serverText(fault),
  server_disk_full: () => 'the disk of its server is full',
  role_refused: ({ detail }) => `it refuses this role or its password (${detail})`,
  no_answer: ({ seconds }) => (seconds === 0 ? 'no response' : `no response in ${seconds} s`),

  objections: ({ objections }, say) =>
    objections
      .map((one, at) => `${at === 0 ? '' : 'It also '}${say(one)}`)
      .join('. ')
      .replaceAll('?. It', '? It'),
  other_by_now: ({ id, before }) => `is another one by now (id ${id}, before ${before})`,
  other_database: () =>
    'is in another database than it was made in: a restored dump, or a copy of the database. What was paid since is missing in it, and would be paid again',
  other_timeline: ({ timeline, before }) =>
    `is on timeline ${timeline} of its server, and was on ${before}: a failover, or a restored copy. What was paid last may be missing in it, and would be paid again`,
  rows_rewritten: () =>
    'has rows that were written once more since paybatch wrote them: a dump of its data that was put back into its tables, or pg_repack. After a dump, what was paid since is missing in it, and would be paid again',
  move_put_back: () =>
    'was moved elsewhere, as the end of its chain tells, and its table of moves was put back as it was before. What was paid there since is missing in it, and would be paid again',
  rows_put_back: () =>
    'has lost rows that its entries tell of: its table of rows was emptied, or put back as it was before. What is missing in it would be paid again',
};
