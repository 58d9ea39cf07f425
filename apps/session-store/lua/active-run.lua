-- Fragment: the id of the run that a session has active, nil = none; and in how many ms it may be forsaken, nil = never.
-- One past its deadline is closed first: no session stays wedged behind a run whose gateway and worker died, nor behind one
-- that Redis has lost. One that is forsaken is cancelled, as its worker would have done.
-- `at`: { base = 'parley:{<thread>}:', now = ms, log_ttl = ms, session_ttl = ms }, as every script has it
-- @include close-run
-- @include forsaken
local DISCONNECTED = '{"event":"preempted","data":{"reason":"disconnected"}}'

local function active_run(at)
  local session = at.base .. 'session'
  local found = redis.call('HMGET', session, 'active_run', 'deadline', 'epoch')
  local run_id = found[1]
  if not run_id or run_id == '' then
    return nil
  end
  local run_key = at.base .. 'run:' .. run_id
  local run = redis.call('HMGET', run_key, 'status', 'attempt', 'overdue_waiting', 'overdue_working')
  if run[1] ~= 'open' then
    redis.call('HSET', session, 'active_run', '', 'deadline', '0', 'fence', found[3] .. ':closed', 'terminal', 'error')
    session_changed(at)
    local next_id = begin_next(at)
    return next_id ~= '' and next_id or nil
  end
  local end_of_run = { name = 'error', event = run[2] == '0' and run[3] or run[4] }
  if tonumber(found[2]) > tonumber(at.now) then
    local forsaken_ms = forsaken_in(run_key, at.now)
    if forsaken_ms ~= 0 then
      return run_id, forsaken_ms
    end
    end_of_run = { name = 'preempted', event = DISCONNECTED }
  end
  local next_id = close_run(at, { run_id = run_id, name = end_of_run.name, event = end_of_run.event, tell = true })
  return next_id ~= '' and next_id or nil
end
