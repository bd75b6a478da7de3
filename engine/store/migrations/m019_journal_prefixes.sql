-- What a journal's ingested part held, and what could not be read in it.
ALTER TABLE _journal ADD COLUMN sha256 VARCHAR;
ALTER TABLE _journal ADD COLUMN faults VARCHAR[];
COMMENT ON COLUMN _journal.sha256 IS
    'SHA-256 of the ingested part; if the file now begins otherwise, all of it is read again.';
COMMENT ON COLUMN _journal.faults IS 'The lines of the ingested part that were left out, and why.';
