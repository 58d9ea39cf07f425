-- Stops a session's active turn, wherever it runs or waits.
-- KEYS  1 session
-- ARGV  1 base  2 run id to stop ('' = whichever is active)  3 preempted event  4 log ttl in ms
-- Returns the id of the run that this call closed, '' = none was active (or another), nil = no such session
-- Losing a race: the run has ended before; nothing changes.
-- @include clock
-- @include active-run
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
local now = now_ms()
local active = active_run(ARGV[1], now, ARGV[4])
if not active or (ARGV[2] ~= '' and ARGV[2] ~= active) then
  return ''
end
close_run({ base = ARGV[1], run_id = active, name = 'preempted', event = ARGV[3], log_ttl = ARGV[4], now = now, tell = true })
return active
