-- Fragment: whether a run is forsaken: it is to be cancelled once nobody follows it, nobody does, and no worker is known to be
-- alive that would see to it. Whoever looks at its session closes it then. Where its last viewer has not said that it leaves,
-- it may still be there: while Redis is away all leases lapse. So it is forsaken only some time after it was first seen so.
-- @include unwatched
local VIEWERS_RETURN_MS = 5000

-- Whether the last viewer has said that it leaves; or none has come yet.
local function has_left(run_key)
  return redis.call('ZREVRANGE', run_key .. ':viewers', 0, 0)[1] == '-'
end

-- In how many ms it may be so, as far as one can tell by now; 0 = it is so; nil = it never is.
local function forsaken_in(run_key, now)
  local found = redis.call('HMGET', run_key, 'on_disconnect', 'grace', 'seen_forsaken', 'attempt')
  local latest = tonumber(redis.call('ZREVRANGE', run_key .. ':viewers', 0, 0, 'WITHSCORES')[2])
  if found[1] ~= 'cancel' or not latest then
    return nil
  end
  if not is_unwatched(run_key, now) then
    return latest + tonumber(found[2]) - tonumber(now)
  end
  local lease_ms = redis.call('PTTL', run_key .. ':lease')
  if lease_ms > 0 then
    return lease_ms
  end
  -- Who has just started it may not have come to follow it yet.
  if found[4] ~= '0' and has_left(run_key) then
    return 0
  end
  local seen = tonumber(found[3] or '0')
  if seen < latest then
    seen = tonumber(now)
    redis.call('HSET', run_key, 'seen_forsaken', now)
  end
  return math.max(0, seen + VIEWERS_RETURN_MS - tonumber(now))
end
