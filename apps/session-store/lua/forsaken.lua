-- Fragment: whether a run is forsaken: it is to be cancelled once nobody follows it, nobody does, and no worker is known to be
-- alive that would see to it. Whoever looks at its session closes it then. Where its last viewer has not said that it leaves,
-- it may still be there, or about to come: while Redis is away all leases lapse, and who has just started a run follows it a
-- moment later. So it is forsaken only some time after it was first seen so.
local VIEWERS_RETURN_MS = 5000

-- In how many ms it may be so, as far as one can tell by now; 0 = it is so; nil = it never is.
local function forsaken_in(run_key, now)
  local found = redis.call('HMGET', run_key, 'on_disconnect', 'grace', 'seen_forsaken')
  local last = redis.call('ZREVRANGE', run_key .. ':viewers', 0, 0, 'WITHSCORES')
  local latest = tonumber(last[2])
  if found[1] ~= 'cancel' or not latest then
    return nil
  end
  local grace_ms = latest + tonumber(found[2]) - tonumber(now)
  if grace_ms > 0 then
    return grace_ms
  end
  local lease_ms = redis.call('PTTL', run_key .. ':lease')
  if lease_ms > 0 then
    return lease_ms
  end
  if last[1] == '-' then
    return 0
  end
  local seen = tonumber(found[3] or '0')
  if seen < latest then
    seen = tonumber(now)
    redis.call('HSET', run_key, 'seen_forsaken', now)
  end
  return math.max(0, seen + VIEWERS_RETURN_MS - tonumber(now))
end
