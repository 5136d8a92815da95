-- The usual processing time of a brand is the median over the requests decided in the last 30 days
-- (src/server/modules/money-request/usual-minutes.ts).
CREATE INDEX money_request_decided ON money_request (brand_id, changed_at) INCLUDE (type, filed_at)
  WHERE state IN ('paid', 'rejected');
