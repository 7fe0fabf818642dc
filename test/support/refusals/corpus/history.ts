import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const path = "/v0/transactions";

/** Requests for pages of history. */
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
    posted("asks for no number of records", {}, size, { says: /"page_size": 100/ }),
    posted("asks with another field alone", { sort_order: "asc" }, size),
    posted("writes camel case", { pageSize: 10 }, size, { nearest: "page_size" }),
    posted("misspells page_size", { page_sise: 10 }, size, { nearest: "page_size" }),
    posted("writes a hyphen", { "page-size": 10 }, size, { nearest: "page_size" }),
    posted("calls the number limit", { limit: 10 }, size, { nearest: "page_size" }),
    posted("calls the number count", { count: 10 }, size, { nearest: "page_size" }),
    posted("asks for null records", { page_size: null }, size),
    posted("asks for no records", { page_size: 0 }, size, { says: /from 1 to 1000/ }),
    posted("asks for less than none", { page_size: -1 }, size, { says: /from 1 to 1000/ }),
    posted("asks for too many", { page_size: 1001 }, size, { says: /from 1 to 1000/ }),
    posted("asks for half a record", { page_size: 1.5 }, size, { says: /whole number/ }),
    posted("writes the number as a text", { page_size: "10" }, size, { says: /number/ }),
    posted("asks for all", { page_size: "all" }, size, { says: /number/ }),
    posted("gives a list of numbers", { page_size: [10] }, size, { says: /number/ }),
    posted("gives an object for the number", { page_size: { value: 10 } }, size, {
      says: /number/,
    }),
    // Cursor and order
    posted("goes on behind a number", { page_size: 1, page_end_event_id: 7 }, cursor, {
      says: /event_id of the last record/,
    }),
    posted("goes on behind a record", { page_size: 1, page_end_event_id: {} }, cursor, {
      says: /event_id/,
    }),
    posted("writes the order in capitals", { page_size: 1, sort_order: "ASC" }, "/sort_order", {
      nearest: "asc",
    }),
    posted("writes the order out", { page_size: 1, sort_order: "descending" }, "/sort_order", {
      nearest: "desc",
    }),
    posted(
      "writes the order out, upwards",
      { page_size: 1, sort_order: "ascending" },
      "/sort_order",
      {
        nearest: "asc",
      },
    ),
    posted("orders by a number", { page_size: 1, sort_order: 1 }, "/sort_order", {
      says: /asc/,
    }),
    posted("orders by what is no order", { page_size: 1, sort_order: "newest" }, "/sort_order", {
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
      "orders in camel case",
      { page_size: 1, sortOrder: "desc" },
      "/sortOrder",
      {
        nearest: "sort_order",
      },
      200,
    ),
    posted(
      "goes on in camel case",
      { page_size: 1, pageEndEventId: "#1:0" },
      "/pageEndEventId",
      {
        nearest: "page_end_event_id",
      },
      200,
    ),
    posted(
      "goes on behind a cursor",
      { page_size: 1, cursor: "#1:0" },
      "/cursor",
      {
        nearest: "page_end_event_id",
      },
      200,
    ),
    posted(
      "asks for a party",
      { page_size: 1, party: "alice" },
      "/party",
      {
        says: /page_size/,
      },
      200,
    ),
    asked("asks in the query", ["POST", `${path}?page_size=5`], 200, "query parameter page_size", {
      says: /was ignored/,
    }),
    // Invalid bodies
    posted("sends nothing", undefined, "body", { says: /JSON object/ }),
    posted("sends no JSON", "page_size=10", "body", { says: /JSON/ }),
    posted("leaves a comma at the end", '{"page_size": 10,}', "body", { says: /comma/ }),
    posted("sends a number", "10", "", { says: /an object/ }),
    posted("sends a list", [10], "", { says: /an object/ }),
    posted("sends null", "null", "", { says: /an object/ }),
    // Paths and methods
    asked("gets it", ["GET", path], 405, "method", { nearest: "POST" }),
    asked("puts it", ["PUT", path], 405, "method", { nearest: "POST" }),
    asked("asks for one transaction", ["POST", "/v0/transaction"], 404, "path", { nearest: path }),
    asked("misspells transactions", ["POST", "/v0/transacions"], 404, "path", { nearest: path }),
    asked("asks a scan of the network", ["POST", "/api/scan/v0/transactions"], 404, "path", {
      nearest: path,
    }),
    asked("asks for updates", ["POST", "/v0/updates"], 404, "path", {
      says: /POST \/v0\/transactions/,
    }),
    asked("asks for events", ["GET", "/v0/events"], 404, "path", {
      says: /POST \/v0\/transactions/,
    }),
  ];
};
