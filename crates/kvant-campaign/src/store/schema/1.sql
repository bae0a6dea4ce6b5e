-- Times are milliseconds since 1970, durations microseconds. Seeds are `first` to `last`, both included.

-- What is tested, with what. Equal keys are one campaign.
CREATE TABLE campaign (
    id         INTEGER PRIMARY KEY,
    -- The SHA-256 of everything below but the first seed and the time.
    key        TEXT NOT NULL UNIQUE,
    language   TEXT NOT NULL,
    generator  INTEGER NOT NULL,
    config     TEXT NOT NULL,
    first_seed INTEGER NOT NULL,
    begun      INTEGER NOT NULL
) STRICT;

CREATE TABLE backend (
    campaign INTEGER NOT NULL REFERENCES campaign,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    identity TEXT NOT NULL,
    PRIMARY KEY (campaign, position)
) STRICT, WITHOUT ROWID;

-- A process that works on a campaign. Whether it lives is said by the lock of its file, not here. Numbers are not
-- used twice, because files are named after them.
CREATE TABLE session (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign  INTEGER NOT NULL REFERENCES campaign,
    begun     INTEGER NOT NULL,
    heard     INTEGER NOT NULL,
    -- When it ended. Without it, it is at work or died.
    ended     INTEGER,
    -- Whether it was found dead, which is noted when what it held is given back.
    died      INTEGER NOT NULL DEFAULT 0,
    programs  INTEGER NOT NULL DEFAULT 0,
    unmade    INTEGER NOT NULL DEFAULT 0,
    own       INTEGER NOT NULL DEFAULT 0,
    compilers INTEGER NOT NULL DEFAULT 0,
    ran       INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX session_of_campaign ON session (campaign);

-- Seeds that a session works on.
CREATE TABLE claim (
    campaign INTEGER NOT NULL REFERENCES campaign,
    first    INTEGER NOT NULL,
    last     INTEGER NOT NULL,
    session  INTEGER NOT NULL REFERENCES session,
    PRIMARY KEY (campaign, first)
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_of_session ON claim (session);

-- Seeds that are done. Neighbours are merged, so weeks of work are a few rows.
CREATE TABLE tested (
    campaign INTEGER NOT NULL REFERENCES campaign,
    first    INTEGER NOT NULL,
    last     INTEGER NOT NULL,
    PRIMARY KEY (campaign, first)
) STRICT, WITHOUT ROWID;

-- How often each backend said what.
CREATE TABLE test_count (
    campaign INTEGER NOT NULL REFERENCES campaign,
    backend  TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    count    INTEGER NOT NULL,
    PRIMARY KEY (campaign, backend, verdict)
) STRICT, WITHOUT ROWID;

-- What is held to be one bug.
CREATE TABLE finding (
    id          INTEGER PRIMARY KEY,
    signature   TEXT NOT NULL UNIQUE,
    kind        TEXT NOT NULL,
    -- How many occurrences there are, and how many of them have files: a bug that shows in every program has too many
    -- to be counted each time.
    occurrences INTEGER NOT NULL DEFAULT 0,
    with_files  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Where it was seen.
CREATE TABLE occurrence (
    id       INTEGER PRIMARY KEY,
    finding  INTEGER NOT NULL REFERENCES finding,
    campaign INTEGER NOT NULL REFERENCES campaign,
    seed     INTEGER NOT NULL,
    headline TEXT NOT NULL,
    seen     INTEGER NOT NULL,
    UNIQUE (finding, campaign, seed)
) STRICT;
CREATE INDEX occurrence_of_finding ON occurrence (finding);
CREATE INDEX occurrence_of_campaign ON occurrence (campaign, finding);

-- The files of an occurrence, by the SHA-256 of what is in them.
CREATE TABLE file (
    occurrence INTEGER NOT NULL REFERENCES occurrence,
    position   INTEGER NOT NULL,
    name       TEXT NOT NULL,
    object     TEXT NOT NULL,
    PRIMARY KEY (occurrence, position),
    UNIQUE (occurrence, name)
) STRICT, WITHOUT ROWID;

-- Signatures that nobody wants to hear of.
CREATE TABLE mute (
    pattern TEXT NOT NULL PRIMARY KEY,
    link    TEXT NOT NULL,
    since   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
