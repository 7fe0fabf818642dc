import { expect } from "chai";
import fc from "fast-check";

import { createUser } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { type Answer, apiClient } from "./api-client.ts";
import { type IouLedger, iouLedger } from "./iou-ledger.ts";
import type { Json } from "./json.ts";
import {
  arbitraryBodyMutation,
  arbitraryUrlText,
  type BodyMutation,
  mutatedBody,
} from "./request-mutations.ts";
import { richRequests } from "./rich-requests.ts";
import { otherRsaKeys, scopeClaims, secret, signedToken, unsignedToken } from "./tokens.ts";
import { untyped } from "./untyped.ts";
import { validatedFetch } from "./validated-fetch.ts";
import { operations, wellFormed } from "./well-formed-requests.ts";

export interface HostileRun {
  readonly numRuns: number;
  /** Equal seeds send equal requests. */
  readonly seed: number;
}

/** Number of responses by operation and status. */
export type ResponseCounts = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * Sends randomly changed requests to every operation of the ledger API and the control API. Fails on the
 * first unexpected response: an internal error, a rejected request that changed the ledger, access without a
 * valid token, or a body that our API documents do not describe.
 */
export const sendHostileRequests = async ({
  numRuns,
  seed,
}: HostileRun): Promise<ResponseCounts> => {
  const target = await createTarget();
  const answered = new Map<string, Map<number, number>>();
  for (const [index, spoil] of fc.sample(arbitrarySpoil, { numRuns, seed }).entries()) {
    const valid = withFreshCommandId(target.requests[index % target.requests.length], index);
    const request = { valid, ...spoil };
    const { status } = await expectAllowedResponse(target, request).catch((cause: unknown) => {
      const sent = `request ${index} of seed ${seed}, ${described(request)}`;
      throw new TypeError(`${String(cause)}\nafter ${sent}`, { cause });
    });
    const counts = answered.get(valid.operationId) ?? new Map<number, number>();
    answered.set(valid.operationId, counts.set(status, (counts.get(status) ?? 0) + 1));
  }
  return answered;
};

/**
 * Gives the request a new command id. The ledger checks for a repeated id first, which would hide other
 * errors.
 */
const withFreshCommandId = (valid: ValidRequest | undefined, index: number): ValidRequest => {
  if (valid === undefined) return expect.fail("there are no requests");
  if (valid.body === undefined) return valid;
  const text = JSON.stringify(valid.body);
  const fresh = text.replace(/"commandId":"[^"]*"/, `"commandId":"fuzz-${index}"`);
  return { ...valid, body: JSON.parse(fresh) as Json };
};

const described = ({ valid, mutation, url, credential, contentType }: HostileRequest): string => {
  const { method, path, body } = valid;
  const sent = body === undefined ? "" : new TextDecoder().decode(mutatedBody(body, mutation));
  const how = `token ${credential.kind}, content type ${String(contentType)}`;
  return `${method} ${changedPath(path, url).slice(0, 500)} with ${how}, body ${sent.slice(0, 2_000)}`;
};

/** A well-formed request; some refer to objects that do not exist. */
export interface ValidRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
}

interface HostileRequest extends RequestChange {
  readonly valid: ValidRequest;
}

/** A change of a request. */
interface RequestChange {
  readonly mutation: BodyMutation;
  /** The changed part of the URL, and its new text. */
  readonly url: { readonly part: number; readonly text: string } | null;
  readonly credential: Credential;
  readonly contentType: string | null;
}

interface Target {
  readonly ledger: Ledger;
  readonly send: ReturnType<typeof apiClient>;
  readonly requests: readonly ValidRequest[];
  readonly defects: readonly unknown[];
}

const createTarget = async (): Promise<Target> => {
  const served = await iouLedger();
  const { ledger, alice, bob } = served;
  await createUser(ledger, untyped({ user: { id: "ann" }, rights: allRights([alice, bob]) }));
  await createUser(ledger, { user: { id: "bob" } });
  const defects: unknown[] = [];
  const fetch = createFetch(ledger, {
    auth: { hs256Secret: secret },
    onUnexpectedError: (error) => defects.push(error),
  });
  const bounded: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(requestTimeoutMillis) });
  const send = apiClient(validatedFetch(bounded), "http://ledger.invalid");
  return { ledger, send, requests: await validRequests(served), defects };
};

/** A request that takes longer than this counts as hanging, since none of them waits for anything. */
const requestTimeoutMillis = 10_000;

/** All rights, so that requests are rejected only for their own errors. */
export const allRights = (parties: readonly string[]): readonly Json[] => [
  { kind: { ParticipantAdmin: { value: {} } } },
  { kind: { CanReadAsAnyParty: { value: {} } } },
  ...parties.map((party) => ({ kind: { CanActAs: { value: { party } } } })),
];

export const validRequests = async (served: IouLedger): Promise<readonly ValidRequest[]> => {
  const plain = operations.map(({ operationId, method, path: declared }) => {
    const { path = declared, body } = wellFormed[operationId] ?? {};
    // A `fetch` sends no body with GET, though two operations take one.
    const sent = body === undefined || method === "GET" ? {} : { body: body(served) };
    return { operationId, method, path: sparedPath(path, method), ...sent };
  });
  const rich = await richRequests(served);
  return [...plain, ...rich].map((request) => asSent(request));
};

/**
 * Returns the path; for DELETE, the path of the user that other requests create, so that the others remain.
 */
const sparedPath = (path: string, method: string): string =>
  method === "DELETE" ? path.replace("/users/bob", "/users/new") : path;

/** Returns the body as parsed JSON: a copy without undefined. */
const asSent = ({ body, ...request }: Omit<ValidRequest, "body"> & { body?: unknown }) =>
  body === undefined ? request : { ...request, body: JSON.parse(JSON.stringify(body)) as Json };

interface Credential {
  readonly kind: string;
  readonly isGenuine: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const bearer = (kind: string, token: string, isGenuine = false): Credential => ({
  kind,
  isGenuine,
  headers: { authorization: `Bearer ${token}` },
});

const genuine = bearer("genuine", signedToken(scopeClaims("ann")), true);

const forged: readonly Credential[] = [
  { kind: "missing", isGenuine: false, headers: {} },
  { kind: "basic", isGenuine: false, headers: { authorization: "Basic YW5uOmFubg==" } },
  bearer("expired", signedToken(scopeClaims("ann", { exp: 1 }))),
  bearer("not yet valid", signedToken(scopeClaims("ann", { nbf: 99_999_999_999 }))),
  bearer("signed by others", signedToken(scopeClaims("ann"), "another secret")),
  bearer("of another algorithm", signedToken(scopeClaims("ann"), otherRsaKeys.privateKey, "RS256")),
  bearer("not signed", unsignedToken(scopeClaims("ann"))),
  bearer("without scope", signedToken({ sub: "ann" })),
  bearer("of a stranger", signedToken(scopeClaims("stranger"))),
  bearer("of a subject with a NUL", signedToken({ ...scopeClaims("x"), sub: "a b\u0000" })),
  bearer("half", signedToken(scopeClaims("ann")).slice(0, -9)),
  bearer("nonsense", "a.b.c"),
  bearer("a megabyte", "a".repeat(2 ** 20)),
];

const arbitrarySpoil: fc.Arbitrary<RequestChange> = fc.record({
  mutation: arbitraryBodyMutation,
  url: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ part: fc.nat(), text: arbitraryUrlText }) },
  ),
  credential: fc.oneof(
    { weight: 9, arbitrary: fc.constant(genuine) },
    { weight: 1, arbitrary: fc.constantFrom(...forged) },
  ),
  contentType: fc.option(
    fc.constantFrom("application/json", "text/plain", "multipart/form-data", "nonsense", ""),
  ),
});

/** Returns the path with one part changed. Such parts are the last two segments and each query parameter. */
const changedPath = (path: string, url: HostileRequest["url"]): string => {
  if (url === null) return path;
  const [segments = "", query = ""] = path.split("?");
  const values = query === "" ? [] : query.split("&");
  const fixed = segments.split("/");
  const part = url.part % (values.length + 3);
  if (part < values.length) {
    const spoiled = values.map((value, index) =>
      index === part ? `${value.split("=")[0] ?? ""}=${url.text}` : value,
    );
    return `${segments}?${spoiled.join("&")}`;
  }
  if (part === values.length) {
    return `${segments}?${[...values, unknownParameters(url.text)].join("&")}`;
  }
  // Segment 0 is the empty text before the leading slash.
  fixed[Math.max(1, fixed.length - (part - values.length))] = url.text;
  return [fixed.join("/"), ...values.slice(0, 1)].join("?");
};

/** Adds query parameters that some operations read and others ignore. */
const unknownParameters = (text: string): string =>
  ["limit", "pageSize", "pageToken", "parties", "identity-provider-id", "filter-party", "nope"]
    .map((name) => `${name}=${text}`)
    .join("&");

const expectAllowedResponse = async (target: Target, request: HostileRequest): Promise<Answer> => {
  const { ledger, send, defects } = target;
  const { valid, mutation, credential, contentType } = request;
  const { state: before } = ledger;
  const answer = await send(valid.method, changedPath(valid.path, request.url), {
    ...(valid.body === undefined ? {} : { body: mutatedBody(valid.body, mutation) }),
    headers: {
      ...credential.headers,
      ...(contentType === null ? {} : { "content-type": contentType }),
    },
  });
  expect(defects, answer.text).to.deep.equal([]);
  if (!isInternalErrorOfParticipants(answer)) expect(answer.status, answer.text).to.be.below(500);
  expect("polluted" in {}, "a prototype was polluted").to.equal(false);
  const isRefused = answer.status >= 400;
  const isOpen = valid.path.startsWith("/v0/") || publicPaths.has(valid.path);
  if (!credential.isGenuine && !isOpen) expect(isRefused, credential.kind).to.equal(true);
  if (isRefused || valid.method === "GET") expectNothingCommitted(before, ledger);
  return answer;
};

/**
 * Returns true for the internal errors that a participant responds with, too: for JSON of another kind than
 * the type, for a key to prefetch by package name, and for a deduplication period finer than microseconds.
 */
const isInternalErrorOfParticipants = ({ status, text }: Answer): boolean =>
  status === 500 &&
  /"context":\{"throwableO":"Some\((?:ujson|java)\.|"expected":"(?:<package id>:|a duration of whole microseconds)/.test(
    text,
  );

const publicPaths = new Set(operations.filter(({ isPublic }) => isPublic).map(({ path }) => path));

/** Expects no new updates except completions of rejected commands. */
const expectNothingCommitted = (before: Ledger["state"], { state }: Ledger): void => {
  for (const part of Object.keys(before) as readonly (keyof typeof before)[]) {
    if (!movedByCompletions.has(part)) expect(state[part] === before[part], part).to.equal(true);
  }
  for (const { update, completion } of state.log.values(before.ledgerEnd + 1)) {
    expect(update).to.equal(undefined);
    expect(completion?.outcome.kind).to.equal("rejected");
  }
};

const movedByCompletions = new Set(["position", "ledgerEnd", "log", "synchronizers"]);
