-- Puts a session into the lists it stands in, at its time, and lets go of those that have lapsed since.
-- KEYS  1 all of its namespace  2 its user's
-- ARGV  1 'NX' = only where it is not there  'GT' = also where it stands at an earlier time  2 its time in ms  3 session id
--       4 how long an entry may stay untouched, in ms
-- Losing a race: of two at once the later time stands.
-- @include clock
local obsolete = ms_after(now_ms(), '-' .. ARGV[4])
for _, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', obsolete)
  redis.call('ZADD', key, ARGV[1], ARGV[2], ARGV[3])
  redis.call('PEXPIRE', key, ARGV[4])
end
