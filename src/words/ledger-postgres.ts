// Sentences about a ledger on Postgres: its address, its server, and what this host has seen of it.
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
      return 'contains a % that is not followed by two hexadecimal digits: write %25';
    case 'schema':
      return `has the schema "${fault.schema}": lower-case letters, digits and _, at most 51 of them`;
    case 'parameter':
      return `has the parameter ${fault.value}, which is not supported. Supported are ${fault.known.join(', ')}`;
    case 'ssl_mode':
      return `has sslmode=${fault.value}: supported are ${fault.known.join(', ')}`;
  }
}

function passText(fault: PassFault, say: Say): string {
  switch (fault.is) {
    case 'no_line':
      return `the pass file ${fault.file} has no line for ${fault.wanted}`;
    case 'unprotected':
      return `the pass file ${fault.file} is not used, because other users can read it`;
    case 'none_set':
      return 'none is set';
    case 'unreadable':
      return `the pass file ${fault.file}: ${say(fault.why)}`;
  }
}

function serverText(fault: ServerFault): string {
  switch (fault.is) {
    case 'standby':
      return 'the server is a standby (pg_is_in_recovery): a ledger must be on the primary';
    case 'setting':
      return `${fault.name} is ${fault.value}: a power cut may lose entries about payments. Set it to on`;
    case 'commit':
      return `synchronous_commit is ${fault.value} for this role and database: a crash loses confirmed entries. Set it to on, such as with ALTER ROLE ... SET synchronous_commit = on`;
    case 'no_synchronous_standby':
      return `it has ${fault.standbys === 1 ? 'a standby' : `${fault.standbys} standbys`}, and none is synchronous (synchronous_standby_names is empty): a failover would lose the last entries. Name a synchronous standby`;
    case 'encoding':
      return `server_encoding is ${fault.value}: create the database with UTF8`;
  }
}

const REPLACED: Readonly<Record<PostgresMessages['replaced']['how'], (link: number) => string>> = {
  rewritten: () => 'has rows that were written again after paybatch wrote them: an old',
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
    `the folder for this host's high-water marks can't be written (${why}): ${folder}. Give it to the user that runs paybatch, or set XDG_STATE_HOME to a folder of that user`,
  node_too_old: ({ needed, node }) =>
    `a ledger on Postgres needs Node ${needed} or later, and this is Node ${node}: use a later Node, or a ledger in a file`,
  no_whole_ledger: ({ ledger }) =>
    `${ledger} has no complete ledger: the row of the ledger itself is missing`,
  replaced: ({ how, link }) =>
    `the ledger ${REPLACED[how](link)} copy was put in its place while it was in use. Rows that were paid since then would be paid again`,

  server_fault: ({ fault }) => serverText(fault),
  server_disk_full: () => 'the disk of its server is full',
  role_refused: ({ detail }) => `it refuses this role or its password (${detail})`,
  no_answer: ({ seconds }) => (seconds === 0 ? 'no response' : `no response in ${seconds} s`),

  other_by_now: ({ id, before }) => `was replaced by another ledger (id ${id} now, ${before} before)`,
  other_database: () =>
    'is not in the database in which it was created: this is a restored dump, or a copy of the database. Later payments are missing in it, and would be made again',
  other_timeline: ({ timeline, before }) =>
    `is on timeline ${timeline} of its server, and was on ${before}: a failover, or a restored copy. The last payments may be missing in it, and would be made again`,
  rows_rewritten: () =>
    'has rows that were written again after paybatch wrote them: by a dump that was restored into its tables, or by pg_repack. After a restored dump, later payments are missing in it, and would be made again',
  move_put_back: () =>
    'was moved elsewhere (the end of its chain records this), but its table of moves was restored to an earlier state. Payments at the new place are missing in it, and would be made again',
  rows_put_back: () =>
    'lacks rows that its entries name: its table of rows was emptied, or restored to an earlier state. The missing rows would be paid again',
};
