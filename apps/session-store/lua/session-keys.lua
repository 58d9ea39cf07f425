-- Fragment: the keys of a session as a whole. What a script doesn't declare it derives from `base`, as here: all of it
-- has the hash tag of KEYS[1], hence its slot, so that every script runs on a Cluster, too.
local LASTING = { 'session', 'messages', 'cards', 'runs', 'waiting', 'checkpoints', 'checkpoints:index' }

-- They live as long as each other, at least `ttl` ms from now.
local function keep_session(base, ttl)
  for _, name in ipairs(LASTING) do
    redis.call('PEXPIRE', base .. name, ttl)
  end
end

-- A run that still has `left_ms` outlives its deadline with its whole session, however short sessions may live.
local function keep_run(at, run, left_ms)
  local ttl = string.format('%.0f', math.max(tonumber(at.session_ttl), tonumber(left_ms) + tonumber(at.log_ttl)))
  for _, key in ipairs({ run, run .. ':log', run .. ':text', run .. ':viewers' }) do
    redis.call('PEXPIRE', key, ttl)
  end
  keep_session(at.base, ttl)
end

-- Nothing of it stays but, where a clock that stands still or went back would give them out again, its epochs.
local function forget_session(base, now)
  local epoch = tonumber(redis.call('HGET', base .. 'session', 'epoch') or 0)
  for _, run_id in ipairs(redis.call('ZRANGE', base .. 'runs', 0, -1)) do
    local run = base .. 'run:' .. run_id
    redis.call('UNLINK', run, run .. ':log', run .. ':text', run .. ':lease', run .. ':viewers')
  end
  for _, name in ipairs(redis.call('ZRANGE', base .. 'idempotency', 0, -1)) do
    redis.call('UNLINK', base .. name)
  end
  redis.call('UNLINK', base .. 'idempotency')
  for _, name in ipairs(LASTING) do
    redis.call('UNLINK', base .. name)
  end
  if epoch >= tonumber(now) then
    redis.call('SET', base .. 'epoch', string.format('%.0f', epoch), 'PX', string.format('%.0f', epoch - tonumber(now) + 1))
  end
end

-- The epoch that a new session starts from. What a lapsed one of the same id has left goes first: its messages would
-- stand in the way of turn 1, its checkpoints would take the answers of the new turns for merged.
local function begin_session(base, now)
  forget_session(base, now)
  return redis.call('GET', base .. 'epoch') or '0'
end
