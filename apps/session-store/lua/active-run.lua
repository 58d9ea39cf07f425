-- Fragment: the run that a session has active, after closing it where its deadline is over: no session stays wedged
-- behind a run whose gateway and worker died. Returns its id, or nil.
-- @include close-run
local function active_run(base, now, log_ttl)
  local found = redis.call('HMGET', base .. 'session', 'active_run', 'deadline')
  local run_id = found[1]
  if not run_id or run_id == '' then
    return nil
  end
  if tonumber(found[2]) > tonumber(now) then
    return run_id
  end
  local run = redis.call('HMGET', base .. 'run:' .. run_id, 'attempt', 'overdue_waiting', 'overdue_working')
  if not run[1] then
    redis.call('HSET', base .. 'session', 'active_run', '', 'deadline', '0')
    return nil
  end
  close_run({
    base = base, run_id = run_id, name = 'error', event = run[1] == '0' and run[2] or run[3],
    log_ttl = log_ttl, now = now, tell = true,
  })
  return nil
end
