ALTER TABLE responses ADD COLUMN is_reused BOOLEAN DEFAULT false;
COMMENT ON COLUMN responses.is_reused IS
    'Whether the reply was taken from the cache of earlier runs, which had asked the same, and was not paid for again.';
