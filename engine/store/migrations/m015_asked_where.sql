-- A model may be asked at several endpoints, and in batches or not: each run tells of its own. Of
-- earlier runs the command names the endpoints; how they were asked was not kept.
ALTER TABLE runs ADD COLUMN endpoints VARCHAR[];
ALTER TABLE runs ADD COLUMN is_batched BOOLEAN;
UPDATE runs SET endpoints = list_sort(list_distinct(
    CASE WHEN contains(command, ' --base-url ') THEN list_transform(
        regexp_extract_all(command, ' --base-url (''[^'']*''|[^ ]+)', 1), lambda url: trim(url, '''')
    ) ELSE [m.endpoint] END
))
FROM models m
WHERE m.model_id = runs.model_id AND runs.origin = 'measured'
    AND (contains(command, ' --base-url ') OR m.endpoint IS NOT NULL);

-- What was first known by others' answers kept that kind when it was asked here.
UPDATE models SET kind = 'endpoint'
WHERE kind = 'published' AND model_id IN (SELECT model_id FROM runs WHERE origin = 'measured');
ALTER TABLE models DROP COLUMN endpoint;

COMMENT ON COLUMN models.kind IS
    'endpoint (asked here), baseline, ceiling (the solver), human or published (asked by others alone).';
COMMENT ON COLUMN runs.endpoints IS
    'Base URLs of the endpoints asked, without credentials; NULL where none was asked here.';
COMMENT ON COLUMN runs.is_batched IS
    'Whether the questions went out in batches; NULL where only some did, where it was not kept, and where no endpoint was asked here.';
