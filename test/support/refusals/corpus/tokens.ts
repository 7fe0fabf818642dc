import jsonwebtoken from "jsonwebtoken";

import {
  confusedToken,
  otherRsaKeys,
  p256Keys,
  p384Keys,
  rawToken,
  rsaKeys,
  scopeClaims,
  secret,
  signedToken,
  unsignedToken,
} from "../../tokens.ts";
import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { as, audience, bearer, issuer } from "../world.ts";

const header = "header Authorization";
const seconds = (fromNow: number): number => Math.floor(Date.now() / 1000) + fromNow;

/**
 * Users, audiences and secrets of the ledger, which a response to an unauthenticated caller must not contain.
 */
const hides = new RegExp(
  ["ann", "ben\\b", "carl", "warden", "company", "ledger\\.example", secret].join("|"),
);

const asked = (
  mistake: string,
  headers: Readonly<Record<string, string>>,
  teaches: Partial<ExpectedExplanation>,
  options?: BrokenRequest["options"],
): BrokenRequest => ({
  mistake,
  method: "GET",
  path: "/v2/authenticated-user",
  headers,
  ...(options === undefined ? {} : { options }),
  teaches: { status: 401, at: header, ...teaches },
});

const token = (
  mistake: string,
  text: string,
  teaches: Partial<ExpectedExplanation>,
  options?: BrokenRequest["options"],
): BrokenRequest => asked(mistake, bearer(text), teaches, options);

const claims = (
  mistake: string,
  more: object,
  teaches: Partial<ExpectedExplanation>,
): BrokenRequest => token(mistake, rawToken(more), teaches);

const half = signedToken(scopeClaims("zoe"));
const [headerPart = "", payloadPart = "", signaturePart = ""] = half.split(".");
const ofCompany = (
  more: object,
  key: typeof p256Keys = p256Keys,
  options: jsonwebtoken.SignOptions = {},
): string =>
  jsonwebtoken.sign({ sub: "carl", iss: issuer, aud: audience, ...more }, key.privateKey, {
    algorithm: "ES256",
    noTimestamp: true,
    keyid: "p256",
    ...options,
  });

export const tokens: Corpus = ({ ledger }) => [
  // Missing, or in another place
  asked("sends no token", {}, { says: /no header Authorization/i, hides }),
  asked(
    "sends a token without its scheme",
    { authorization: half },
    { says: /Bearer <token>/, hides },
  ),
  asked(
    "sends Basic credentials",
    { authorization: "Basic YW5uOmFubg==" },
    { says: /Basic.*Bearer/s, hides },
  ),
  asked("writes Token for Bearer", { authorization: `Token ${half}` }, { says: /Bearer/, hides }),
  asked("writes JWT for Bearer", { authorization: `JWT ${half}` }, { says: /Bearer/ }),
  asked("writes Baerer", { authorization: `Baerer ${half}` }, { nearest: "Bearer" }),
  asked("sends the header empty", { authorization: "" }, { says: /Bearer <token>/ }),
  asked(
    "sends the scheme without a token",
    { authorization: "Bearer" },
    { status: 400, says: /Bearer <token>/ },
  ),
  asked(
    "sends the token in the header X-Auth-Token",
    { "x-auth-token": half },
    { says: /no header Authorization/i },
  ),
  asked(
    "sends the token as a cookie",
    { cookie: `token=${half}` },
    { says: /no header Authorization/i },
  ),
  // Not a JWT
  token("sends the user's name in place of a token", "zoe", { says: /three parts/, hides }),
  token("sends the secret in place of a token", "my-secret", { says: /three parts/ }),
  token("sends the value of an unset shell variable", "undefined", {
    says: /"undefined"|no token/,
  }),
  token("sends the name of a shell variable", "$TOKEN", { says: /\$TOKEN/ }),
  token("sends a placeholder of a documentation page", "<token>", { says: /<token>/ }),
  token("sends null", "null", { says: /null/ }),
  token("writes Bearer twice", `Bearer ${half}`, { says: /twice/ }),
  token("puts the token into quotes", `"${half}"`, { says: /quot/ }),
  token("cuts the signature off", `${headerPart}.${payloadPart}`, { says: /three parts/ }),
  token("leaves the signature empty", `${headerPart}.${payloadPart}.`, { says: /sign/ }),
  token("loses the end of the token", half.slice(0, -6), { says: /signature/ }),
  token("loses the beginning of the token", half.slice(4), { says: /header/ }),
  token("wraps the token over two lines", `${half.slice(0, 40)} ${half.slice(40)}`, {
    says: /space/,
  }),
  token(
    "sends a payload that is not JSON",
    `${headerPart}.${Buffer.from("hello").toString("base64url")}.${signaturePart}`,
    { says: /payload/ },
  ),
  token("sends an opaque access token", "gho_16C7e42F292c6912E7710c838347Ae178B4a", {
    says: /three parts/,
  }),
  token("sends a token that is too long", "a".repeat(70_000), { says: /characters/ }),
  // Wrong signature
  token("signs with another secret", signedToken(scopeClaims("ann"), "another secret"), {
    says: /signature.*hs256Secret/s,
    hides: new RegExp(secret),
  }),
  token(
    "signs a token of an unknown user with another secret",
    signedToken(scopeClaims("alcie"), "x"),
    { says: /signature/, hides },
  ),
  token(
    "alters a claim after signing",
    `${headerPart}.${Buffer.from('{"sub":"ann","scope":"daml_ledger_api"}').toString("base64url")}.${signaturePart}`,
    { says: /signature/ },
  ),
  token("signs with HS384", jsonwebtoken.sign(scopeClaims("ann"), secret, { algorithm: "HS384" }), {
    says: /HS384.*HS256/s,
  }),
  token("signs with HS512", jsonwebtoken.sign(scopeClaims("ann"), secret, { algorithm: "HS512" }), {
    says: /HS512.*HS256/s,
  }),
  token("signs with RS256", signedToken(scopeClaims("ann"), rsaKeys.privateKey, "RS256"), {
    says: /RS256.*HS256/s,
  }),
  token("sends an unsigned token", unsignedToken(scopeClaims("ann")), { says: /none.*HS256/s }),
  token(
    "signs with the secret where a key pair is expected",
    signedToken(scopeClaims("ann")),
    { says: /HS256.*RS256/s },
    { auth: { rs256PublicKey: rsaKeys.publicKey } },
  ),
  token(
    "signs with another private key",
    signedToken(scopeClaims("ann"), otherRsaKeys.privateKey, "RS256"),
    { says: /signature.*private key/s },
    { auth: { rs256PublicKey: rsaKeys.publicKey } },
  ),
  token(
    "signs with the public key as the secret",
    confusedToken(scopeClaims("ann"), rsaKeys),
    { says: /HS256.*RS256/s },
    { auth: { rs256PublicKey: rsaKeys.publicKey } },
  ),
  token(
    "signs with P-384 for P-256",
    signedToken(scopeClaims("ann"), p384Keys.privateKey, "ES384"),
    { says: /ES384.*ES256/s },
    { auth: { es256PublicKey: p256Keys.publicKey } },
  ),
  token(
    "signs with neither of two keys",
    signedToken(scopeClaims("ann"), "x"),
    { says: /signature/ },
    { auth: [{ rs256PublicKey: rsaKeys.publicKey }, { hs256Secret: secret }] },
  ),
  token(
    "sends a token with a critical extension",
    jsonwebtoken.sign(scopeClaims("ann"), secret, {
      header: { alg: "HS256", crit: ["b64"] } as unknown as jsonwebtoken.JwtHeader,
    }),
    { says: /crit/ },
  ),
  // Wrong time
  claims(
    "sends a token that expired a minute ago",
    { exp: seconds(-60) },
    { says: /expired (60|61|62) s|expired 1 minute/ },
  ),
  claims(
    "sends a token that expired two hours ago",
    { exp: seconds(-7200) },
    { says: /expired 2 hours/ },
  ),
  claims(
    "sends a token of last month",
    { exp: seconds(-30 * 86_400) },
    { says: /expired 30 days/ },
  ),
  claims(
    "sends a token that begins in an hour",
    { nbf: seconds(3_600) },
    { says: /nbf.*(1 hour|60 minutes|3600)/s },
  ),
  claims("has a clock that is ahead", { iat: seconds(120) }, { says: /iat.*2 minutes/s }),
  claims("writes iat in milliseconds", { iat: Date.now() }, { says: /milliseconds/ }),
  claims("writes nbf in milliseconds", { nbf: Date.now() }, { says: /milliseconds/ }),
  claims("writes exp as a text", { exp: String(seconds(60)) }, { says: /exp.*number/s }),
  claims("writes exp as a date", { exp: "2030-01-01T00:00:00Z" }, { says: /exp.*number/s }),
  claims("writes exp with a fraction", { exp: seconds(60) + 0.5 }, { says: /exp.*integer/s }),
  claims("writes nbf as a text", { nbf: "now" }, { says: /nbf.*number/s }),
  token(
    "sends a token with a longer lifetime than allowed",
    rawToken({ exp: seconds(86_400) }),
    { says: /maxTokenLifetimeSeconds|lives? longer.*300/s },
    { maxTokenLifetimeSeconds: 300 },
  ),
  token(
    "sends a token without exp where it is required",
    rawToken({}),
    { says: /exp/ },
    { maxTokenLifetimeSeconds: 300 },
  ),
  // Other audience or scope
  token("forgets the scope", signedToken({ sub: "ann" }), { says: /scope.*daml_ledger_api/s }),
  claims("misspells the scope", { scope: "daml_ledger_apis" }, { nearest: "daml_ledger_api" }),
  claims(
    "writes the scope with hyphens",
    { scope: "daml-ledger-api" },
    { nearest: "daml_ledger_api" },
  ),
  claims(
    "asks for the scope of something else",
    { scope: "openid profile" },
    { says: /openid profile.*daml_ledger_api|daml_ledger_api.*openid profile/s },
  ),
  claims("separates scopes by commas", { scope: "openid,daml_ledger_api" }, { says: /space/ }),
  claims("writes scopes as a list", { scope: ["daml_ledger_api"] }, { says: /text|scp/ }),
  claims(
    "names the claim scopes",
    { scope: undefined, scopes: "daml_ledger_api" },
    { says: /scopes.*scope\b/s },
  ),
  claims(
    "names the claim Scope",
    { scope: undefined, Scope: "daml_ledger_api" },
    { says: /Scope/ },
  ),
  claims(
    "puts several scopes into one entry of scp",
    { scope: undefined, scp: ["openid daml_ledger_api"] },
    { says: /scp/ },
  ),
  claims("writes scp as a number", { scope: undefined, scp: 1 }, { says: /scp/ }),
  claims("forgets the subject", { sub: undefined }, { says: /sub\b/ }),
  claims(
    "names the user by another claim",
    { sub: undefined, user: "ann" },
    { says: /sub\b.*user|user.*sub\b/s },
  ),
  claims("writes the subject as a number", { sub: 7 }, { says: /sub\b.*string/s }),
  claims("makes the token for two audiences", { aud: ["a", "b"] }, { says: /aud/ }),
  claims("writes aud as an object", { aud: {} }, { says: /aud/ }),
  claims("writes iss as a number", { iss: 3 }, { says: /iss/ }),
  claims(
    "sends a token of the old form, with its own claims",
    { sub: undefined, scope: undefined, "https://daml.com/ledger-api": { actAs: ["alice"] } },
    { says: /actAs.*user|user.*actAs/s },
  ),
  claims(
    "names two participants",
    { aud: ["https://daml.com/jwt/aud/participant/a", "https://daml.com/jwt/aud/participant/b"] },
    { says: /participant/ },
  ),
  claims(
    "names no participant",
    { aud: "https://daml.com/jwt/aud/participant/" },
    { says: /participant/ },
  ),
  claims(
    "makes the token for another participant",
    { aud: "https://daml.com/jwt/aud/participant/other::1220" },
    {
      status: 403,
      says: new RegExp(
        `other::1220.*${ledger.state.participantId}|${ledger.state.participantId}.*other::1220`,
        "s",
      ),
    },
  ),
  claims(
    "sends a token for another kind of audience",
    { aud: "my-app" },
    { status: 403, says: /my-app.*aud|aud.*my-app/s },
  ),
  token(
    "sends a token without the required audience",
    rawToken({}),
    { says: /aud.*my-ledger/s },
    { auth: { hs256Secret: secret, audience: "my-ledger" } },
  ),
  token(
    "makes the token for another audience",
    rawToken({ aud: "your-ledger" }),
    { says: /your-ledger.*my-ledger|my-ledger.*your-ledger/s },
    { auth: { hs256Secret: secret, audience: "my-ledger" } },
  ),
  token(
    "misspells the audience",
    rawToken({ aud: "my-leger" }),
    { nearest: "my-ledger" },
    { auth: { hs256Secret: secret, audience: "my-ledger" } },
  ),
  token(
    "sends a token with another scope than the required one",
    rawToken({}),
    { says: /my_scope/ },
    { auth: { hs256Secret: secret, scope: "my_scope" } },
  ),
  token(
    "signs with a guessed secret where an audience is required",
    signedToken(scopeClaims("ann"), "x"),
    { says: /signature/, hides: /my-ledger/ },
    { auth: { hs256Secret: secret, audience: "my-ledger" } },
  ),
  // Identity providers
  token("sends a token of an unknown issuer", ofCompany({ iss: "https://login.example.org" }), {
    says: /login\.example\.org/,
    hides: /company|login\.example\.com/,
  }),
  token("misspells the issuer by a slash", ofCompany({ iss: `${issuer}/` }), {
    says: /issuer/,
    hides: /company/,
  }),
  token("has a key that the issuer does not have", ofCompany({}, p256Keys, { keyid: "old" }), {
    says: /kid.*old/s,
    hides: /company|ledger\.example/,
  }),
  token("has a forged token of the issuer", ofCompany({}, p384Keys, { algorithm: "ES384" }), {
    says: /ES384.*ES256/s,
    hides: /company|ledger\.example/,
  }),
  token(
    "has a token of the issuer for another audience",
    ofCompany({ aud: "https://other.example.com" }),
    {
      says: /other\.example\.com.*ledger\.example\.com|ledger\.example\.com.*other\.example\.com/s,
    },
  ),
  token("has a token of the issuer for no audience", ofCompany({ aud: undefined }), {
    says: /aud.*ledger\.example\.com/s,
  }),
  token("has an expired token of the issuer", ofCompany({ exp: seconds(-300) }), {
    says: /expired 5 minutes/,
  }),
  // Users
  token("is an unknown user", signedToken(scopeClaims("anne")), {
    status: 403,
    nearest: "ann",
  }),
  token("writes the user in capitals", signedToken(scopeClaims("ANN")), {
    status: 403,
    nearest: "ann",
  }),
  token(
    "is an unknown user with a name unlike all others",
    signedToken(scopeClaims("somebody-else")),
    {
      status: 403,
      says: /POST \/v2\/users/,
    },
  ),
  token("is a party instead of a user", signedToken(scopeClaims("alice")), {
    status: 403,
    says: /user/,
  }),
  token("is a deactivated user", signedToken(scopeClaims("gone")), {
    status: 403,
    says: /deactivated.*isDeactivated|isDeactivated.*deactivated/s,
  }),
  token("is a user of another provider", signedToken(scopeClaims("carl")), {
    status: 403,
    says: /provider/,
    hides: /company/,
  }),
  token("has the provider's token for a user of the participant", ofCompany({ sub: "ann" }), {
    status: 403,
    says: /provider/,
  }),
  token("misspells a user of the provider", ofCompany({ sub: "carlo" }), {
    status: 403,
    nearest: "carl",
    hides: /"ann"|warden/,
  }),
  token(
    "misspells a user of the participant with the provider's token",
    ofCompany({ sub: "beni" }),
    {
      status: 403,
      says: /user/,
      hides: /"ben"/,
    },
  ),
  token("is a user whose name is no user id", signedToken(scopeClaims("a b")), {
    status: 400,
    says: /id of a user/,
  }),
  {
    ...asked("asks for another user's rights", as("ann"), {
      status: 403,
      says: /ParticipantAdmin/,
    }),
    path: "/v2/users/ben/rights",
    teaches: { status: 403, at: "header Authorization", says: /ParticipantAdmin/ },
  },
];
