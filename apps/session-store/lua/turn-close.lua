-- Somebody who does not hold a run ends it: a gateway that could not enqueue it, or found its worker gone.
-- KEYS  1 session  2 run  3 lease
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4 run id  5 attempt it saw ('' = whichever)  6 '1' = only if the lease has lapsed
--       7 event name  8 event  9 '1' = its caller was refused: as if it had never been asked for
--       10 '1' = only if nobody is known to follow it
-- Returns 1 = closed by this call, 0 = not: it is closed, absent, followed, or somebody took it since
-- @include clock
-- @include close-run
-- @include undo-start
local at = { base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }
local head = redis.call('HMGET', KEYS[2], 'status', 'attempt')
if head[1] ~= 'open' or (ARGV[5] ~= '' and head[2] ~= ARGV[5]) then
  return 0
end
if ARGV[10] == '1' then
  local latest = redis.call('ZREVRANGE', KEYS[2] .. ':viewers', 0, 0, 'WITHSCORES')
  if latest[1] and latest[1] ~= '-' and latest[1] ~= '+' and tonumber(latest[2]) > tonumber(at.now) then
    return 0
  end
end
local undoes = ARGV[9] == '1' and head[2] == '0'
if redis.call('HGET', KEYS[1], 'active_run') ~= ARGV[4] then
  -- It waits behind another turn; who was refused it must not get it later.
  local ended = end_one_waiting(at, ARGV[4], ARGV[7], ARGV[8])
  if ended and undoes then
    forget_waiting(at, ARGV[4])
    undo_start(at, ARGV[4])
  end
  return ended and 1 or 0
end
if ARGV[6] == '1' and redis.call('EXISTS', KEYS[3]) == 1 then
  return 0
end
close_run(at, { run_id = ARGV[4], name = ARGV[7], event = ARGV[8], tell = true })
if undoes then
  undo_start(at, ARGV[4]) -- Last: closing says of the session how its latest turn ended.
end
return 1
