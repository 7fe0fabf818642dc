import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const path = "/v0/transactions";

/** Incorrect requests to the endpoint that returns pages of the transaction history. */
export const history: Corpus = () => {
  const posted = (
    mistake: string,
    body: unknown,
    at: string,
    more: More = {},
    status = 400,
  ): BrokenRequest => ({ mistake, method: "POST", path, body, teaches: { status, at, ...more } });
  const asked = (
    mistake: string,
    [method, where]: readonly [method: string, path: string],
    status: number,
    at: string,
    more: More = {},
  ): BrokenRequest => ({
    mistake,
    method,
    path: where,
    ...(method === "POST" ? { body: { page_size: 10 } } : {}),
    teaches: { status, at, ...more },
  });
  const size = "/page_size";
  const cursor = "/page_end_event_id";
  return [
    // Page size
    posted("omits the number of records", {}, size, { says: /"page_size": 100/ }),
    posted("sends only another field", { sort_order: "asc" }, size),
    posted("writes page_size in camel case", { pageSize: 10 }, size, { nearest: "page_size" }),
    posted("misspells page_size", { page_sise: 10 }, size, { nearest: "page_size" }),
    posted("writes page_size with a hyphen", { "page-size": 10 }, size, { nearest: "page_size" }),
    posted("writes limit for page_size", { limit: 10 }, size, { nearest: "page_size" }),
    posted("writes count for page_size", { count: 10 }, size, { nearest: "page_size" }),
    posted("sends null for page_size", { page_size: null }, size),
    posted("asks for 0 records", { page_size: 0 }, size, { says: /from 1 to 1000/ }),
    posted("asks for a negative number of records", { page_size: -1 }, size, {
      says: /from 1 to 1000/,
    }),
    posted("asks for more records than allowed", { page_size: 1001 }, size, {
      says: /from 1 to 1000/,
    }),
    posted("asks for half a record", { page_size: 1.5 }, size, { says: /whole number/ }),
    posted("writes the number as a text", { page_size: "10" }, size, { says: /number/ }),
    posted("writes all for the number of records", { page_size: "all" }, size, { says: /number/ }),
    posted("gives a list of numbers", { page_size: [10] }, size, { says: /number/ }),
    posted("gives an object for the number", { page_size: { value: 10 } }, size, {
      says: /number/,
    }),
    // Cursor and order
    posted("sends a number as the cursor", { page_size: 1, page_end_event_id: 7 }, cursor, {
      says: /event_id of the last record/,
    }),
    posted("sends an object as the cursor", { page_size: 1, page_end_event_id: {} }, cursor, {
      says: /event_id/,
    }),
    posted("writes the order in capitals", { page_size: 1, sort_order: "ASC" }, "/sort_order", {
      nearest: "asc",
    }),
    posted(
      "writes descending for desc",
      { page_size: 1, sort_order: "descending" },
      "/sort_order",
      {
        nearest: "desc",
      },
    ),
    posted("writes ascending for asc", { page_size: 1, sort_order: "ascending" }, "/sort_order", {
      nearest: "asc",
    }),
    posted("sends the order as a number", { page_size: 1, sort_order: 1 }, "/sort_order", {
      says: /asc/,
    }),
    posted("sends an unknown order", { page_size: 1, sort_order: "newest" }, "/sort_order", {
      says: /asc/,
    }),
    // Ignored fields
    posted(
      "misspells sort_order",
      { page_size: 1, sort_oder: "desc" },
      "/sort_oder",
      {
        nearest: "sort_order",
      },
      200,
    ),
    posted(
      "writes sort_order in camel case",
      { page_size: 1, sortOrder: "desc" },
      "/sortOrder",
      {
        nearest: "sort_order",
      },
      200,
    ),
    posted(
      "writes the cursor's field in camel case",
      { page_size: 1, pageEndEventId: "#1:0" },
      "/pageEndEventId",
      {
        nearest: "page_end_event_id",
      },
      200,
    ),
    posted(
      "writes cursor for the cursor's field",
      { page_size: 1, cursor: "#1:0" },
      "/cursor",
      {
        nearest: "page_end_event_id",
      },
      200,
    ),
    posted(
      "filters by a party",
      { page_size: 1, party: "alice" },
      "/party",
      {
        says: /page_size/,
      },
      200,
    ),
    asked(
      "sends the fields in the query",
      ["POST", `${path}?page_size=5`],
      200,
      "query parameter page_size",
      {
        says: /was ignored/,
      },
    ),
    // Invalid bodies
    posted("sends no body", undefined, "body", { says: /JSON object/ }),
    posted("sends a body that is not JSON", "page_size=10", "body", { says: /JSON/ }),
    posted("leaves a comma at the end", '{"page_size": 10,}', "body", { says: /comma/ }),
    posted("sends a number", "10", "", { says: /an object/ }),
    posted("sends a list", [10], "", { says: /an object/ }),
    posted("sends null", "null", "", { says: /an object/ }),
    // Paths and methods
    asked("sends GET for the history", ["GET", path], 405, "method", { nearest: "POST" }),
    asked("sends PUT for the history", ["PUT", path], 405, "method", { nearest: "POST" }),
    asked("asks for one transaction", ["POST", "/v0/transaction"], 404, "path", { nearest: path }),
    asked("misspells transactions", ["POST", "/v0/transacions"], 404, "path", { nearest: path }),
    asked(
      "uses the path of the network's Scan service",
      ["POST", "/api/scan/v0/transactions"],
      404,
      "path",
      {
        nearest: path,
      },
    ),
    asked("asks for updates", ["POST", "/v0/updates"], 404, "path", {
      says: /POST \/v0\/transactions/,
    }),
    asked("asks for events", ["GET", "/v0/events"], 404, "path", {
      says: /POST \/v0\/transactions/,
    }),
  ];
};
