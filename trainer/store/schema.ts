/** The tables of a run's file. Steps count from 0, times are milliseconds since the epoch. */

/** `SPDR` in ASCII. */
export const RUN_APPLICATION = 0x53504452;
export const RUN_VERSION = 1;

export const RUN_SCHEMA = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT NOT NULL, step INTEGER,
  attempt INTEGER NOT NULL, detail TEXT NOT NULL, crc INTEGER NOT NULL
);
-- An update is never committed twice, whatever the code above believes.
CREATE UNIQUE INDEX commits ON journal (step) WHERE kind = 'commit';
CREATE INDEX intents ON journal (step) WHERE kind = 'intent';

CREATE TABLE checkpoints (
  step INTEGER PRIMARY KEY, time INTEGER NOT NULL, files TEXT NOT NULL, removed INTEGER NOT NULL DEFAULT 0,
  data BLOB, crc INTEGER
);

CREATE TABLE metrics (
  id INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL, name TEXT NOT NULL, skill TEXT, value REAL NOT NULL
);
CREATE INDEX metrics_by_name ON metrics (name, id);
CREATE INDEX metrics_by_step ON metrics (step);

CREATE TABLE environments (
  hash TEXT PRIMARY KEY, profile TEXT NOT NULL, class TEXT, verdict TEXT NOT NULL, rules TEXT NOT NULL,
  data BLOB NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE designs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL REFERENCES environments (hash), step INTEGER NOT NULL,
  slot INTEGER NOT NULL, attempt INTEGER NOT NULL, skill TEXT NOT NULL, accepted INTEGER NOT NULL, rejection TEXT,
  document TEXT, hint TEXT
);
CREATE INDEX designs_by_step ON designs (step, id);
CREATE INDEX designs_by_hash ON designs (hash);

CREATE TABLE episodes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL, environment TEXT NOT NULL, skill TEXT NOT NULL,
  seed INTEGER NOT NULL, hinted INTEGER NOT NULL, outcome TEXT NOT NULL, return REAL, turns INTEGER NOT NULL
);
CREATE INDEX episodes_by_step ON episodes (step, id);
CREATE INDEX episodes_by_environment ON episodes (environment, id);
CREATE INDEX episodes_by_outcome ON episodes (outcome, id);
-- For lists in another order than that of playing, at any place of them.
CREATE INDEX episodes_by_return ON episodes (return);
CREATE INDEX episodes_by_turns ON episodes (turns);
-- Apart, so that a list of episodes reads none of their transcripts.
CREATE TABLE transcripts (
  episode INTEGER PRIMARY KEY REFERENCES episodes (id) ON DELETE CASCADE, data BLOB NOT NULL, crc INTEGER NOT NULL
);

CREATE TABLE events (sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX log ON events (sequence) WHERE kind = 'log';
`;

/** `SPDD` in ASCII: the daemon's own file, with its stream of events and the commands that it has carried out. */
export const DAEMON_APPLICATION = 0x53504444;
export const DAEMON_VERSION = 1;

export const DAEMON_SCHEMA = `
CREATE TABLE commands (
  id TEXT PRIMARY KEY, method TEXT NOT NULL, parameters TEXT NOT NULL, plan TEXT, result TEXT, time INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE events (sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX log ON events (sequence) WHERE kind = 'log';
`;
