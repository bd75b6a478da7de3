ALTER TABLE datasets RENAME COLUMN note TO remark;
ALTER TABLE items ADD COLUMN remark VARCHAR;
UPDATE items SET remark = 'none';
COMMENT ON COLUMN items.remark IS 'An example of a column that a later version may add.';
