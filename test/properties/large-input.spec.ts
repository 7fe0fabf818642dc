import { expect } from "chai";

import { createUser } from "../../lib/api.ts";
import { createFetch } from "../../middleware/index.ts";
import { apiClient, type Send } from "../support/api-client.ts";
import { iouLedger } from "../support/iou-ledger.ts";
import { isList, isObject, type Json } from "../support/json.ts";
import { factor } from "../support/properties.ts";
import { richRequests } from "../support/rich-requests.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";
import { operations, wellFormed } from "../support/well-formed-requests.ts";

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
}

/** A path to a value: its keys. */
type Place = readonly string[];

const placesIn = (json: Json): readonly Place[] => {
  const members = isList(json) || isObject(json) ? Object.entries(json) : [];
  return members.flatMap(([key, member]) => [
    [key],
    ...placesIn(member).map((place) => [key, ...place]),
  ]);
};

const at = (json: Json, place: Place): Json =>
  place.reduce((holder, key) => (holder as Record<string, Json>)[key] ?? null, json);

/** Returns the JSON text with other JSON text at one path. */
const replaced = (json: Json, [key, ...rest]: Place, text: string): string => {
  if (key === undefined) return text;
  const parts = Object.entries(json as object).map(([name, member]) => {
    const written =
      name === key ? replaced(member as Json, rest, text) : JSON.stringify(member as Json);
    return isList(json) ? written : `${JSON.stringify(name)}:${written}`;
  });
  return isList(json) ? `[${parts.join()}]` : `{${parts.join()}}`;
};

const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);

const deep = [
  nested(20_000, "[", "]"),
  nested(20_000, '{"commands":', "}").replace(":}", ":0}"),
  nested(20_000, '{"value":', "}").replace(":}", ":0}"),
];

/** JSON text with almost the maximum length of a body. */
const long = JSON.stringify("A".repeat(7 * 2 ** 20));

/** Fields that contain bytes in Base64. */
const byteFields = /^(createdEventBlob|preparedTransaction|signature|transaction|keyData|hash)$/;

describe("input of any size @slow", () => {
  let send: Send;
  let requests: readonly Request[];
  let defects: unknown[];

  const headers = { authorization: `Bearer ${signedToken(scopeClaims("ann"))}` };

  /**
   * Expects that the ledger answers the request without an internal error, and that another client
   * is served meanwhile.
   */
  const expectCivil = async ({ method, path, body }: Request, place: Place, text: string) => {
    const [refused, honest] = await Promise.all([
      send(method, path, { body: replaced(body, place, text), headers }),
      send("GET", "/livez"),
    ]);
    const told = `${path} ${place.join(".")}: ${refused.text.slice(0, 300)}`;
    if (!refused.text.includes('"throwableO":"Some(ujson.')) {
      expect(refused.status, told).to.be.below(500);
    }
    expect(honest.status, told).to.equal(200);
    return refused;
  };

  before(async () => {
    const served = await iouLedger();
    const actAs = { CanActAs: { value: { party: served.alice } } };
    await createUser(served.ledger, {
      user: { id: "ann" },
      rights: [{ kind: { ParticipantAdmin: { value: {} } } }, { kind: actAs }],
    });
    defects = [];
    const fetch = createFetch(served.ledger, {
      auth: { hs256Secret: secret },
      onUnexpectedError: (error) => defects.push(error),
    });
    send = apiClient(fetch, "http://ledger.invalid");
    const plain = operations.flatMap(({ operationId, method, path: declared }) => {
      const { path = declared, body } = wellFormed[operationId] ?? {};
      return body === undefined || method === "GET" ? [] : [{ method, path, body: body(served) }];
    });
    requests = [...plain, ...(await richRequests(served))]
      .filter(({ body }) => typeof body === "object" && !(body instanceof Uint8Array))
      .map((request) => ({ ...request, body: JSON.parse(JSON.stringify(request.body)) as Json }));
  });

  afterEach(() => expect(defects).to.deep.equal([]));

  it("causes no internal error in Base64 fields", async () => {
    let fields = 0;
    for (const request of requests) {
      for (const place of placesIn(request.body)) {
        if (!byteFields.test(place.at(-1) ?? "")) continue;
        fields++;
        await expectCivil(request, place, long);
      }
    }
    expect(fields).to.be.above(5);
  });

  it("causes no internal error in any text field, and errors do not repeat it", async () => {
    const texts = requests.flatMap((request) =>
      placesIn(request.body)
        .filter((place) => typeof at(request.body, place) === "string")
        .map((place) => ({ request, place })),
    );
    expect(texts.length).to.be.above(200);
    // Testing all fields would take half a minute, so `npm test` tests every twelfth.
    const every = factor === 1 ? 12 : 1;
    for (const [index, { request, place }] of texts.entries()) {
      if (index % every === 0) {
        const { status, text } = await expectCivil(request, place, long);
        if (status < 400) continue;
        expect(text.length, `${request.path} ${place.join(".")}`).to.be.below(20_000);
      }
    }
  });

  it("causes no internal error in any field, even if it is deeply nested", async () => {
    for (const request of requests) {
      for (const [index, place] of placesIn(request.body).entries()) {
        if (place.length > 2) continue;
        await expectCivil(request, place, deep[index % deep.length] ?? "");
      }
    }
    for (const request of requests) {
      for (const text of deep) await expectCivil(request, [], text);
    }
  });
});
