-- Fragment: whether a run is to be cancelled because nobody has followed it for its grace. Its viewers are a sorted set by
-- the time up to which each is known to be there; whoever leaves leaves the time behind, so the latest one counts.
local function is_unwatched(run_key, now)
  local found = redis.call('HMGET', run_key, 'on_disconnect', 'grace')
  if found[1] ~= 'cancel' then
    return false
  end
  local latest = redis.call('ZREVRANGE', run_key .. ':viewers', 0, 0, 'WITHSCORES')
  return latest[2] ~= nil and tonumber(now) >= tonumber(latest[2]) + tonumber(found[2])
end
