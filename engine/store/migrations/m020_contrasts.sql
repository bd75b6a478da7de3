ALTER TABLE items ADD COLUMN distractors VARCHAR;
ALTER TABLE items ADD COLUMN contrast VARCHAR;
COMMENT ON COLUMN items.distractors IS
    'Kind and number of the distractor premises asked for, such as broken 4.';
COMMENT ON COLUMN items.contrast IS
    'The matched contrast: items with the same contrast and role are of one skeleton and differ in the dial that its name begins with.';
COMMENT ON COLUMN items.group_no IS 'The group the item belongs to, such as a triple or a pair.';
