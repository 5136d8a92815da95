-- Plain names are encrypted with the binding of encrypted values (src/server/db/bind-values.ts); nothing looks for them any more.
DROP INDEX member_person_plain_name;
DROP INDEX money_request_plain_name;
