import { expect } from "chai";

import { errorBody, httpStatus } from "../../../lib/api.ts";
import { type ErrorCode, type ErrorDetails, ledgerError } from "../../../lib/index.ts";
import { projectText } from "../../support/project-files.ts";

const contractNotFound = ledgerError("CONTRACT_NOT_FOUND", {
  cause: "The contract 00ab was not found.",
  context: { hint: "archived" },
  resources: [["CONTRACT_ID", "00ab"]],
}).details;

type CategoryName = NonNullable<Parameters<typeof ledgerError>[1]["category"]>;

const errorOfCategory = (category: CategoryName): ErrorDetails =>
  ledgerError("DAML_FAILURE", { cause: "It failed.", category }).details;

describe("errorBody", () => {
  it("contains cause, resources and context", () => {
    const identity = { correlationId: "submission-1", traceId: "4bf92f35" };
    expect(errorBody(contractNotFound, identity)).to.deep.equal({
      code: "CONTRACT_NOT_FOUND",
      cause: "The contract 00ab was not found.",
      correlationId: "submission-1",
      traceId: "4bf92f35",
      context: { hint: "archived", category: "11", definite_answer: "false", tid: "4bf92f35" },
      resources: [["ErrorResource(CONTRACT_ID)", "00ab"]],
      errorCategory: 11,
      grpcCodeValue: 5,
      retryInfo: null,
      definiteAnswer: null,
    });
  });

  it("contains the participant and the ids of the call", () => {
    const identity = { participant: "here", call: { parties: "['alice']" } };
    expect(errorBody(contractNotFound, identity).context).to.deep.equal({
      participant: "'here'",
      parties: "['alice']",
      hint: "archived",
      definite_answer: "false",
      category: "11",
    });
  });

  it("names the wrong field only if it is missing", () => {
    const context = { field_name: "user_id" };
    const named = (code: ErrorCode) =>
      errorBody(ledgerError(code, { cause: "It is wrong.", context }).details).context[
        "field_name"
      ];
    expect([named("MISSING_FIELD"), named("INVALID_FIELD")]).to.deep.equal(["user_id", undefined]);
  });

  it("omits definiteAnswer for errors outside of submissions", () => {
    const { context } = errorBody(ledgerError("INVALID_DAR", { cause: "It is none." }).details);
    expect(context).to.deep.equal({ category: "8" });
  });

  it("has null for missing ids of the call", () => {
    const { correlationId, traceId, context } = errorBody(contractNotFound);
    expect([correlationId, traceId]).to.deep.equal([null, null]);
    expect(context).to.not.have.property("tid");
  });

  it("advises to retry if that can help", () => {
    expect(errorBody(errorOfCategory("contention")).retryInfo).to.equal("1 second");
    expect(errorBody(errorOfCategory("invalidState")).retryInfo).to.equal(null);
  });

  const redacted: readonly ErrorCode[] = [
    "UNAUTHENTICATED",
    "PERMISSION_DENIED",
    "LEDGER_API_INTERNAL_ERROR",
    "DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS",
  ];
  for (const code of redacted) {
    it(`withholds all of ${code} except its gRPC code and the ids of the call`, () => {
      const { details } = ledgerError(code, {
        cause: "secret",
        context: { secret: "secret" },
        resources: [["PARTY", "secret"]],
      });
      const body = errorBody(details, { traceId: "trace" });
      expect(JSON.stringify(body)).to.not.contain("secret");
      expect(body).to.deep.include({
        code: "NA",
        traceId: "trace",
        context: {},
        resources: [],
        errorCategory: -1,
        retryInfo: null,
        definiteAnswer: null,
      });
    });
  }

  it("has another form for an error of the HTTP layer", () => {
    const { details } = ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", {
      cause: "Too many.",
      resources: [["OFFSET", "1"]],
    });
    const { context, resources, definiteAnswer } = errorBody(details, { traceId: "trace" });
    expect(context).to.deep.equal({});
    expect(resources).to.deep.equal([["OFFSET", "1"]]);
    expect(definiteAnswer).to.equal(false);
  });

  it("truncates causes and contexts like a participant", () => {
    const { details } = ledgerError("INVALID_ARGUMENT", {
      cause: "c".repeat(5000),
      context: { first: "x".repeat(3000), second: "never reached" },
    });
    const body = errorBody(details);
    expect(body.cause).to.have.lengthOf(515);
    expect(body.context["first"]?.length).to.be.below(2100);
    expect(body.context).to.not.have.property("second");
    expect(body.context["category"]).to.equal("8");
  });

  it("contains a context key called __proto__ like any other", () => {
    const context = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const body = errorBody(ledgerError("INVALID_ARGUMENT", { cause: "c", context }).details);
    expect(Object.entries(body.context)).to.deep.include(["__proto__", "x"]);
  });
});

describe("httpStatus", () => {
  const statuses: Readonly<Record<CategoryName, number>> = {
    transientServerFailure: 503,
    contention: 409,
    deadlineExceeded: 504,
    internal: 500,
    securityAlert: 400,
    faultyRequest: 400,
    unauthenticated: 401,
    permissionDenied: 403,
    invalidIndependent: 400,
    invalidState: 400,
    resourceExists: 409,
    resourceMissing: 404,
    seekAfterEnd: 400,
    unsupported: 501,
  };
  for (const [category, status] of Object.entries(statuses)) {
    it(`is ${status} for ${category}`, () => {
      expect(httpStatus(errorOfCategory(category as CategoryName))).to.equal(status);
    });
  }

  it("is 413 for lists that are too long", () => {
    const code = "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED";
    expect(httpStatus(ledgerError(code, { cause: "c" }).details)).to.equal(413);
  });

  it("is known for every code of the catalogue", () => {
    const codes = [...projectText("docs/errors.md").matchAll(/^#+ `?([A-Z][A-Z_]+)`?$/gmu)].map(
      ([, code]) => code ?? "",
    );
    expect(codes).to.have.length.above(100);
    const known = new Set(Object.values(statuses));
    const unknown = codes.filter(
      (code) => !known.has(httpStatus(ledgerError(code as ErrorCode, { cause: "c" }).details)),
    );
    expect(unknown).to.deep.equal(["JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED"]);
  });
});
