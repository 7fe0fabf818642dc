import { BinaryReader } from "@bufbuild/protobuf/wire";
import { expect } from "chai";

import type { ProtobufAnyJson } from "../../../lib/api.ts";
import { decodeBase64 } from "../../../lib/base/values/base64.ts";
import { ledgerError } from "../../../lib/index.ts";
import type { Completion } from "../../../lib/store.ts";
import { completionJson } from "../../../lib/views/envelope/completion-json.ts";
import { submissionBy } from "../../support/transactions.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

const withoutPeriod: Completion = {
  offset: 12,
  submission: submissionBy("alice", "bob"),
  synchronizerId: "sync::1220",
  recordTime: 1_700_000_000_120_000n,
  traceContext: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  outcome: { kind: "accepted", updateId: "1220ab" },
};

const accepted: Completion = {
  ...withoutPeriod,
  deduplicationPeriod: { kind: "offset", offset: 4 },
};

const duplicate: Completion = {
  ...accepted,
  deduplicationPeriod: { kind: "duration", micros: 1_500_000n },
  outcome: {
    kind: "rejected",
    error: ledgerError("SUBMISSION_ALREADY_IN_FLIGHT", {
      cause: "The command is being executed.",
      context: { changeId: "c1" },
      resources: [["COMMAND_ID", "command"]],
      definiteAnswer: true,
    }).details,
  },
};

/** Returns the text fields of a protobuf message by number. */
const textFields = (bytes: Uint8Array): ReadonlyMap<number, readonly string[]> => {
  const fields = new Map<number, string[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number] = reader.tag();
    fields.set(number, [...(fields.get(number) ?? []), reader.string()]);
  }
  return fields;
};

const detail = (details: readonly ProtobufAnyJson[], name: string): ProtobufAnyJson => {
  const found = details.find(({ typeUrl }) => typeUrl.endsWith(`/google.rpc.${name}`));
  return found ?? expect.fail(`no ${name} among the details`);
};

const bytesOf = ({ value }: ProtobufAnyJson): Uint8Array =>
  decodeBase64(value) ?? expect.fail("not Base64");

describe("completionJson", () => {
  it("shows an accepted command with its update", () => {
    expect(completionJson(accepted, ["alice"])).to.deep.equal({
      commandId: "command",
      status: { code: 0, message: "", details: [] },
      updateId: "1220ab",
      userId: "user",
      actAs: ["alice"],
      submissionId: "submission",
      deduplicationPeriod: { DeduplicationOffset: { value: 4 } },
      traceContext: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: null },
      offset: 12,
      synchronizerTime: { synchronizerId: "sync::1220", recordTime: "2023-11-14T22:13:20.120Z" },
      paidTrafficCost: 0,
    });
  });

  it("shows a rejected command without update, with the reason", () => {
    const { updateId, status } = completionJson(duplicate, ["alice"]);
    expect(updateId).to.equal("");
    expect(status.code).to.equal(10);
    expect(status.message).to.equal(
      "SUBMISSION_ALREADY_IN_FLIGHT(2,4bf92f35): The command is being executed.",
    );
  });

  it("describes a rejection with google.rpc messages", () => {
    const { details } = completionJson(duplicate, ["alice"]).status;
    expect(details.map(({ typeUrl }) => typeUrl)).to.deep.equal(
      ["ErrorInfo", "RequestInfo", "RetryInfo", "ResourceInfo"].map(
        (name) => `type.googleapis.com/google.rpc.${name}`,
      ),
    );
    const info = textFields(bytesOf(detail(details, "ErrorInfo")));
    expect(info.get(1)).to.deep.equal(["SUBMISSION_ALREADY_IN_FLIGHT"]);
    expect(info.get(3)).to.have.lengthOf(4);
    expect(textFields(bytesOf(detail(details, "RequestInfo"))).get(1)).to.deep.equal([traceId]);
    expect([...bytesOf(detail(details, "RetryInfo"))]).to.deep.equal([10, 2, 8, 1]);
    expect([...textFields(bytesOf(detail(details, "ResourceInfo"))).values()]).to.deep.equal([
      ["COMMAND_ID"],
      ["command"],
    ]);
  });

  it("names the participant and the trace in the details of a completion", () => {
    const { details } = completionJson(duplicate, ["alice"], { participant: "here" }).status;
    expect(detail(details, "ErrorInfo").valueDecoded["metadata"]).to.deep.equal({
      participant: "here",
      changeId: "c1",
      definite_answer: "true",
      tid: traceId,
      category: "2",
    });
  });

  it("decodes its details as JSON objects", () => {
    const { details } = completionJson(duplicate, ["alice"]).status;
    const unknownFields = { fields: {} };
    const messages = ["ErrorInfo", "RequestInfo", "RetryInfo", "ResourceInfo"];
    expect(messages.map((name) => detail(details, name).valueDecoded)).to.deep.equal([
      {
        reason: "SUBMISSION_ALREADY_IN_FLIGHT",
        domain: "",
        metadata: { changeId: "c1", category: "2", definite_answer: "true", tid: traceId },
        unknownFields,
      },
      { requestId: traceId, servingData: "", unknownFields },
      { retryDelay: { seconds: 1, nanos: 0, unknownFields }, unknownFields },
      {
        resourceType: "COMMAND_ID",
        resourceName: "command",
        owner: "",
        description: "",
        unknownFields,
      },
    ]);
    for (const each of details) expect(each.unknownFields).to.deep.equal(unknownFields);
  });

  it("creates the same trace each time for a rejection without one", () => {
    const untraced = { ...duplicate, traceContext: {} };
    const { status, traceContext } = completionJson(untraced, ["alice"]);
    const [, begun = ""] =
      /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(traceContext.traceparent) ?? [];
    expect(status.message.slice(0, 38)).to.equal(
      `SUBMISSION_ALREADY_IN_FLIGHT(2,${begun.slice(0, 7)}`,
    );
    expect(detail(status.details, "RequestInfo").valueDecoded["requestId"]).to.equal(begun);
    expect(completionJson(untraced, ["alice"]).traceContext).to.deep.equal(traceContext);
  });

  it("shows a deduplication duration, and Empty if there is no period", () => {
    const periodOf = (completion: Completion) =>
      completionJson(completion, ["alice"]).deduplicationPeriod;
    expect(periodOf(duplicate)).to.deep.equal({
      DeduplicationDuration: {
        value: { seconds: 1, nanos: 500_000_000, unknownFields: { fields: {} } },
      },
    });
    expect(periodOf(withoutPeriod)).to.deep.equal({ Empty: {} });
  });
});
