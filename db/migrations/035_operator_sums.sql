-- What one operator credited and paid over all members of a brand is read by time.
CREATE INDEX money_request_paid_at ON money_request (brand_id, changed_at) WHERE state = 'paid';
