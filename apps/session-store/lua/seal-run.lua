-- Fragment: a run says its last and is closed; its log stays readable for a while.
-- at      see active-run
-- events  { { kind = envelope kind, event = JSON }, … }, the terminal one last      name  the terminal one's name
-- @include append-lines
local function seal_run(at, run_id, name, events)
  local run = at.base .. 'run:' .. run_id
  local seq = tonumber(redis.call('HGET', run, 'seq'))
  local lines = {}
  for i, each in ipairs(events) do
    lines[i] = '{"kind":"' .. each.kind .. '","sourceMessageId":"' .. run_id .. '","sequence":' .. string.format('%d', seq + i)
      .. ',"event":' .. each.event .. '}'
  end
  append_lines(run, run .. ':log', 'ai:handoff:agent-chat:' .. run_id, string.format('%d', seq + #events), table.concat(lines, '\n'))
  redis.call('HSET', run, 'status', 'closed', 'terminal', name)
  redis.call('HDEL', run, 'handoff', 'overdue_waiting', 'overdue_working', 'refused_waiting')
  redis.call('PEXPIRE', run, at.log_ttl)
  redis.call('PEXPIRE', run .. ':log', at.log_ttl)
  redis.call('UNLINK', run .. ':text', run .. ':lease', run .. ':viewers')
  redis.call('ZREMRANGEBYSCORE', at.base .. 'runs', '-inf', at.now)
  redis.call('ZADD', at.base .. 'runs', ms_after(at.now, at.log_ttl), run_id)
end
