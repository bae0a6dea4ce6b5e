-- The analysis of a finding was called a dossier.
ALTER TABLE dossier RENAME TO analysis;
ALTER TABLE dossier_version RENAME TO analysis_version;
ALTER TABLE dossier_file RENAME TO analysis_file;

-- A campaign is known by language, generator and configuration. Backends take part in it, and what was tested is recorded for
-- each of them, so that machines with other compilers can share a campaign.
CREATE TABLE backend_5 (
    id       INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign,
    name     TEXT NOT NULL,
    -- The compiler's exact version. What is asked of it is in the name.
    identity TEXT NOT NULL,
    UNIQUE (campaign, name, identity)
) STRICT;
-- Before, the first line of an identity was a debug form of the request.
INSERT OR IGNORE INTO backend_5 (campaign, name, identity)
    SELECT campaign, name, substr(identity, instr(identity, char(10)) + 1) FROM backend ORDER BY campaign, position;
DROP TABLE backend;
ALTER TABLE backend_5 RENAME TO backend;
CREATE INDEX campaign_by_key ON campaign (language, generator, config);

-- Seeds that a backend has tested. Neighbours are merged, so weeks of work are a few rows.
CREATE TABLE tested_5 (
    backend INTEGER NOT NULL REFERENCES backend,
    first   INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    PRIMARY KEY (backend, first)
) STRICT, WITHOUT ROWID;
INSERT INTO tested_5 SELECT backend.id, first, last FROM tested JOIN backend USING (campaign);
DROP TABLE tested;
ALTER TABLE tested_5 RENAME TO tested;

-- Work that a session holds: seeds to test with some backends, or something to do about a finding. It expires if the session
-- is not heard of for a while.
CREATE TABLE lease (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    session  INTEGER NOT NULL REFERENCES session,
    -- `test`, `confirm`, `reduce`, `bisect`, `recheck`
    work     TEXT NOT NULL,
    finding  INTEGER REFERENCES finding,
    expires  INTEGER NOT NULL
) STRICT;
CREATE INDEX lease_of_session ON lease (session);
CREATE INDEX lease_of_finding ON lease (finding);

CREATE TABLE lease_seeds (
    lease INTEGER NOT NULL REFERENCES lease ON DELETE CASCADE,
    first INTEGER NOT NULL,
    last  INTEGER NOT NULL,
    PRIMARY KEY (lease, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE lease_backend (
    lease   INTEGER NOT NULL REFERENCES lease ON DELETE CASCADE,
    backend INTEGER NOT NULL REFERENCES backend,
    PRIMARY KEY (lease, backend)
) STRICT, WITHOUT ROWID;
CREATE INDEX lease_of_backend ON lease_backend (backend);

-- Each claim becomes a lease of its own.
INSERT INTO lease (id, campaign, session, work, expires)
    SELECT row_number() OVER (ORDER BY campaign, first), campaign, session, 'test', 9223372036854775807 FROM claim;
INSERT INTO lease_seeds (lease, first, last)
    SELECT row_number() OVER (ORDER BY campaign, first), first, last FROM claim;
INSERT INTO lease_backend (lease, backend)
    SELECT lease.id, backend.id FROM lease JOIN backend USING (campaign);
DROP TABLE claim;

-- Answers of other workers than the one that found it: is it there on their machine, too?
CREATE TABLE confirmation (
    finding INTEGER NOT NULL REFERENCES finding,
    session INTEGER NOT NULL REFERENCES session,
    backend TEXT NOT NULL,
    verdict TEXT NOT NULL,
    shows   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (finding, session)
) STRICT, WITHOUT ROWID;
ALTER TABLE occurrence ADD COLUMN session INTEGER REFERENCES session;
