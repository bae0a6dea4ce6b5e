-- Before, other backends or another number of `--sample` made another campaign. Campaigns with the same language, generator and
-- configuration are one now, under the number of the first.
CREATE TEMP TABLE merged AS
    SELECT id, config GLOB '*, [0-9]* backends for each program' AS is_sampled, id AS kept FROM campaign;
UPDATE campaign SET config = rtrim(rtrim(replace(config, ' backends for each program', ''), '0123456789'), ', ')
    WHERE id IN (SELECT id FROM merged WHERE is_sampled);
UPDATE merged SET kept = (
    SELECT min(other.id) FROM campaign JOIN campaign AS other USING (language, generator, config) WHERE campaign.id = merged.id);
UPDATE campaign SET (first_seed, begun) = (
    SELECT min(other.first_seed), min(other.begun) FROM campaign AS other JOIN merged USING (id) WHERE kept = campaign.id)
    WHERE id IN (SELECT kept FROM merged);
UPDATE session SET campaign = (SELECT kept FROM merged WHERE id = campaign);
INSERT INTO test_count SELECT kept, backend, verdict, count FROM test_count JOIN merged ON id = campaign WHERE kept <> id
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
INSERT INTO death SELECT kept, seed, times FROM death JOIN merged ON id = campaign WHERE kept <> id
    ON CONFLICT DO UPDATE SET times = times + excluded.times;
INSERT OR IGNORE INTO suspicion
    SELECT kept, seed, backend, verdict, since FROM suspicion JOIN merged ON id = campaign WHERE kept <> id;
DELETE FROM test_count WHERE campaign NOT IN (SELECT kept FROM merged);
DELETE FROM death WHERE campaign NOT IN (SELECT kept FROM merged);
DELETE FROM suspicion WHERE campaign NOT IN (SELECT kept FROM merged);
-- Two campaigns may have seen a finding in the program of one seed.
UPDATE OR IGNORE occurrence SET campaign = (SELECT kept FROM merged WHERE id = campaign);
CREATE TEMP TABLE twice AS
    SELECT id, finding, EXISTS (SELECT 1 FROM file WHERE file.occurrence = occurrence.id) AS has_files FROM occurrence
    WHERE campaign NOT IN (SELECT kept FROM merged);
UPDATE finding SET occurrences = occurrences - (SELECT count(*) FROM twice WHERE finding = finding.id),
    with_files = with_files - (SELECT count(*) FROM twice WHERE finding = finding.id AND has_files)
    WHERE id IN (SELECT finding FROM twice);
DELETE FROM file WHERE occurrence IN (SELECT id FROM twice);
DELETE FROM occurrence WHERE id IN (SELECT id FROM twice);
DROP TABLE twice;

-- The record of an occurrence: a finding as JSON. Occurrences without files have none.
CREATE TABLE record (
    occurrence INTEGER PRIMARY KEY REFERENCES occurrence,
    json       TEXT NOT NULL
) STRICT;

-- The analysis of a finding, as JSON. It was called a dossier, and had a column for each field.
CREATE TABLE analysis (
    finding INTEGER PRIMARY KEY REFERENCES finding,
    made    INTEGER NOT NULL,
    json    TEXT NOT NULL
) STRICT;
INSERT INTO analysis SELECT finding, made, '{}' FROM dossier;

CREATE TABLE analysis_file (
    finding  INTEGER NOT NULL REFERENCES analysis,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    object   TEXT NOT NULL,
    PRIMARY KEY (finding, position),
    UNIQUE (finding, name)
) STRICT, WITHOUT ROWID;
INSERT INTO analysis_file SELECT finding, position, name, object FROM dossier_file;
DROP TABLE dossier_file;
-- The tables `dossier` and `dossier_version` are dropped by `legacy.rs`, which makes records of them and of the texts that old
-- stores keep.

-- Programs that were left out after repeated failures of the machine. They were a backend of this name.
ALTER TABLE session ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
UPDATE session SET left_out = coalesce(
    (SELECT sum(count) FROM test_count WHERE backend = 'left out' AND test_count.campaign = session.campaign), 0)
WHERE id IN (SELECT min(id) FROM session GROUP BY campaign);
DELETE FROM test_count WHERE backend = 'left out';

-- The course of a campaign: what was recorded in each minute since 1970.
CREATE TABLE rate (
    campaign  INTEGER NOT NULL REFERENCES campaign,
    minute    INTEGER NOT NULL,
    programs  INTEGER NOT NULL,
    tests     INTEGER NOT NULL,
    own       INTEGER NOT NULL,
    compilers INTEGER NOT NULL,
    ran       INTEGER NOT NULL,
    PRIMARY KEY (campaign, minute)
) STRICT, WITHOUT ROWID;

-- A campaign is known by language, generator and configuration. Backends take part in it, and what was tested is recorded for
-- each of them, so that machines with other compilers can share a campaign.
CREATE TABLE backend_5 (
    id       INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign,
    name     TEXT NOT NULL,
    -- The compiler's exact version.
    identity TEXT NOT NULL,
    -- The request, as JSON.
    request  TEXT NOT NULL,
    UNIQUE (campaign, name, identity)
) STRICT;
-- Before, the first line of an identity was a debug form of the request.
UPDATE backend SET identity = substr(identity, instr(identity, char(10)) + 1);
INSERT OR IGNORE INTO backend_5 (campaign, name, identity, request)
    SELECT kept, name, identity, '{}' FROM backend JOIN merged ON id = campaign ORDER BY campaign, position;

-- Seeds that a backend has tested. Neighbours are merged, so weeks of work are a few rows.
CREATE TABLE tested_5 (
    backend INTEGER NOT NULL REFERENCES backend_5,
    first   INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    PRIMARY KEY (backend, first)
) STRICT, WITHOUT ROWID;
-- It is not known which backends tested a seed of a sampled campaign. The first one counts as one of them, so that the same
-- command does not test the seed again.
CREATE TEMP TABLE part AS
    SELECT backend_5.id AS backend, first, last FROM tested JOIN merged ON merged.id = tested.campaign
    JOIN backend USING (campaign)
    JOIN backend_5 ON backend_5.campaign = kept AND backend_5.name = backend.name AND backend_5.identity = backend.identity
    WHERE position = 0 OR NOT is_sampled;
INSERT INTO tested_5
    SELECT backend, min(first), max(last) FROM (
        SELECT *, sum(begins) OVER (PARTITION BY backend ORDER BY first, last) AS run FROM (
            SELECT *, first - 1 > coalesce(before, first - 2) AS begins FROM (
                SELECT *, max(last) OVER (PARTITION BY backend ORDER BY first, last
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM part)))
    GROUP BY backend, run;
DROP TABLE part;
DROP TABLE tested;
DROP TABLE backend;
ALTER TABLE backend_5 RENAME TO backend;
ALTER TABLE tested_5 RENAME TO tested;

-- Work that a session holds: seeds to test with some backends, or something to do about a finding. It expires if the session
-- is not heard of for a while. Rechecks belong to no campaign and no session.
CREATE TABLE lease (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER REFERENCES campaign,
    session  INTEGER REFERENCES session,
    -- `test`, `confirm`, `reduce`, `recheck`
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
    SELECT row_number() OVER (ORDER BY campaign, first), kept, session, 'test', 9223372036854775807
    FROM claim JOIN merged ON id = campaign;
INSERT INTO lease_seeds (lease, first, last)
    SELECT row_number() OVER (ORDER BY campaign, first), first, last FROM claim;
INSERT INTO lease_backend (lease, backend)
    SELECT lease.id, backend.id FROM lease JOIN backend USING (campaign);
DROP TABLE claim;
DELETE FROM campaign WHERE id NOT IN (SELECT kept FROM merged);
DROP TABLE merged;

-- The record of a campaign, as JSON: languages with their targets, generators and configurations. The key is its digest. A
-- campaign that began before has a description instead, which is its key too, until it is resumed.
ALTER TABLE campaign ADD COLUMN json TEXT NOT NULL DEFAULT '{}';
UPDATE campaign SET key = language || ' generator ' || generator || ', ' || config;
UPDATE campaign SET json = json_object('schema', 1, 'languages', json_array(), 'old', key);
ALTER TABLE campaign DROP COLUMN language;
ALTER TABLE campaign DROP COLUMN generator;
ALTER TABLE campaign DROP COLUMN config;

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
