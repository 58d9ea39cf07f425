-- Stops a session's active turn, wherever it runs or waits, and with it those that wait behind it; or the one that is named.
-- KEYS  1 session
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4 run id to stop ('' = whichever is active)  5 preempted event
--       6 '1' = only if nobody has followed it for its grace
-- Returns the id of the run that this call closed, '' = none was active (or another), nil = no such session
-- Losing a race: the run has ended before, or somebody follows it again; nothing changes.
-- @include clock
-- @include active-run
-- @include unwatched
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
local at = { base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }
local active = active_run(at)
local all = ARGV[4] == ''
if not all and ARGV[4] ~= active then
  return end_one_waiting(at, ARGV[4], 'preempted', ARGV[5]) and ARGV[4] or ''
end
if not active or (ARGV[6] == '1' and not is_unwatched(at.base .. 'run:' .. active, at.now)) then
  return ''
end
close_run(at, { run_id = active, name = 'preempted', event = ARGV[5], tell = true, last = all })
if all then
  end_waiting(at, ARGV[5])
end
return active
