-- Appends a batch of run events: numbered, stored and published in one step.
-- KEYS  1 run  2 run log  3 shown text
-- ARGV  1 epoch  2 attempt  3 first number  4 last number  5 envelope lines  6 text they show
--       7 bytes of shown text to keep before it ('' = all; a rewind cuts)  8 channel
-- Returns 0 = in the log (also when this very batch was there already: a repeated call is no second batch)
--        -1 = refused: the run is closed or absent, or a newer attempt holds it; nothing was written
--         n = refused: the log ends at n, not right before the batch
-- @include append-lines
local head = redis.call('HMGET', KEYS[1], 'status', 'epoch', 'attempt', 'seq')
if head[1] ~= 'open' or head[2] ~= ARGV[1] or head[3] ~= ARGV[2] then
  return -1
end
if head[4] == ARGV[4] then
  return 0
end
local seq = tonumber(head[4])
if seq ~= tonumber(ARGV[3]) - 1 then
  return seq
end
if ARGV[7] ~= '' then
  local kept = ''
  if ARGV[7] ~= '0' then
    kept = redis.call('GETRANGE', KEYS[3], 0, tonumber(ARGV[7]) - 1)
  end
  redis.call('SET', KEYS[3], kept .. ARGV[6], 'KEEPTTL')
elseif ARGV[6] ~= '' then
  redis.call('APPEND', KEYS[3], ARGV[6])
end
append_lines(KEYS[1], KEYS[2], ARGV[8], ARGV[4], ARGV[5])
return 0
