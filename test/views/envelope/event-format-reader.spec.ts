import { expect } from "chai";

import { defaultConfig } from "../../../lib/api.ts";
import type { ApiVersion } from "../../../lib/index.ts";
import { resolveLedgerConfig } from "../../../lib/ledger/port/config.ts";
import {
  checkEventFormat,
  checkUpdateFormat,
  readEventFormat,
  readTransactionFormat,
  readUpdateFormat,
} from "../../../lib/views/envelope/event-format-reader.ts";
import { errorOf } from "../../support/error-of.ts";

const filtersOf = (...identifierFilters: readonly unknown[]) => ({
  cumulative: identifierFilters.map((identifierFilter) => ({ identifierFilter })),
});

const refusal = (format: unknown) =>
  errorOf(() => checkEventFormat(readEventFormat(format), "eventFormat", defaultConfig));

describe("readEventFormat", () => {
  it("G.3+ reads every kind of filter", () => {
    const format = readEventFormat({
      filtersByParty: {
        alice: filtersOf(
          { WildcardFilter: { value: { includeCreatedEventBlob: true } } },
          { TemplateFilter: { value: { templateId: "#p:M:T" } } },
          { InterfaceFilter: { value: { interfaceId: "#p:M:I", includeInterfaceView: true } } },
        ),
      },
      filtersForAnyParty: {},
      verbose: true,
    });
    expect(format).to.deep.equal({
      filtersByParty: new Map([
        [
          "alice",
          [
            { kind: "wildcard", includeBlob: true },
            { kind: "template", templateId: "#p:M:T", includeBlob: false, position: 1 },
            {
              kind: "interface",
              interfaceId: "#p:M:I",
              includeView: true,
              includeBlob: false,
              position: 2,
            },
          ],
        ],
      ]),
      filtersForAnyParty: [],
      verbose: true,
    });
  });

  const wildcards: Readonly<Record<string, unknown>> = {
    "no cumulative": {},
    "an empty list": { cumulative: [] },
    "only Empty choices": filtersOf({ Empty: {} }, { Empty: {} }),
    "a filter without choice": { cumulative: [{}] },
  };
  for (const [title, filters] of Object.entries(wildcards)) {
    it(`V.3+ treats ${title} as a wildcard`, () => {
      const { filtersByParty } = readEventFormat({ filtersByParty: { alice: filters } });
      expect(filtersByParty.get("alice")).to.deep.equal([]);
    });
  }

  it("treats null as absent in every optional field", () => {
    const format = { filtersByParty: null, filtersForAnyParty: null, verbose: null };
    expect(readEventFormat(format)).to.deep.equal({ filtersByParty: new Map(), verbose: false });
  });

  it("reads a party called __proto__", () => {
    const format = readEventFormat(JSON.parse('{"filtersByParty":{"__proto__":{}}}'));
    expect([...format.filtersByParty.keys()]).to.deep.equal(["__proto__"]);
  });

  it("G.3- refuses a oneof without a key, or with an unknown key", () => {
    const choices = [{}, { PartyFilter: { value: {} } }];
    for (const choice of choices) {
      const format = { filtersForAnyParty: filtersOf(choice) };
      expect(errorOf(() => readEventFormat(format)).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("refuses JSON of another kind, with its path", () => {
    const format = { filtersByParty: { alice: { cumulative: [{ identifierFilter: 3 }] } } };
    const { code, path } = errorOf(() => readEventFormat(format));
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(path).to.equal("filtersByParty.alice.cumulative[0].identifierFilter");
  });
});

describe("checkEventFormat", () => {
  it("refuses a format without any party", () => {
    expect(refusal({}).code).to.equal("INVALID_ARGUMENT");
    expect(refusal({ filtersByParty: {} }).code).to.equal("INVALID_ARGUMENT");
  });

  it("G.5- refuses malformed parties", () => {
    for (const party of ["", "al!ce", "ä", "x".repeat(256)]) {
      expect(refusal({ filtersByParty: { [party]: {} } }).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("V.3- refuses malformed type references", () => {
    for (const templateId of ["#p:M", "p", "#p:M:T:X", "#:M:T", "#p:1M:T", "a/b:M:T"]) {
      const filter = { TemplateFilter: { value: { templateId } } };
      expect(refusal({ filtersForAnyParty: filtersOf(filter) }).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("refuses types by package id, and explains how to write them by package name", () => {
    const filters = [
      { TemplateFilter: { value: { templateId: "abc:M:T" } } },
      { InterfaceFilter: { value: { interfaceId: "abc:M:T" } } },
    ];
    const refusals = filters.flatMap((filter) => [
      refusal({ filtersForAnyParty: filtersOf(filter) }),
      refusal({ filtersByParty: { alice: filtersOf({ Empty: {} }, filter) } }),
    ]);
    const template = "identifierFilter.TemplateFilter.value.templateId";
    const byInterface = "identifierFilter.InterfaceFilter.value.interfaceId";
    expect(refusals.map(({ code, path }) => [code, path])).to.deep.equal([
      ["INVALID_FIELD", `eventFormat.filtersForAnyParty.cumulative[0].${template}`],
      ["INVALID_FIELD", `eventFormat.filtersByParty.alice.cumulative[1].${template}`],
      ["INVALID_FIELD", `eventFormat.filtersForAnyParty.cumulative[0].${byInterface}`],
      ["INVALID_FIELD", `eventFormat.filtersByParty.alice.cumulative[1].${byInterface}`],
    ]);
    for (const { cause } of refusals) expect(cause).to.include("#<package name>:M:T");
  });

  it("requires the id of each filter", () => {
    const template = refusal({ filtersForAnyParty: filtersOf({ TemplateFilter: { value: {} } }) });
    expect([template.code, template.context["field_name"]]).to.deep.equal([
      "MISSING_FIELD",
      "templateId",
    ]);
    const filter = filtersOf({ InterfaceFilter: { value: {} } });
    const ofInterface = refusal({ filtersByParty: { alice: filter } });
    expect(ofInterface.context["field_name"]).to.equal("interfaceId");
  });
});

describe("checkEventFormat", () => {
  it("accepts package ids in API version 3.4, and only names from 3.5 on", () => {
    const byId = filtersOf({ TemplateFilter: { value: { templateId: "p:M:T" } } });
    const format = readEventFormat({ filtersForAnyParty: byId });
    const check = (apiVersion: ApiVersion) => () =>
      checkEventFormat(format, "eventFormat", resolveLedgerConfig({ apiVersion }));
    expect(check("3.4")).not.to.throw();
    for (const later of ["3.5", "3.6"] as const) {
      expect(errorOf(check(later)).code).to.equal("INVALID_FIELD");
    }
  });
});

describe("readTransactionFormat", () => {
  const eventFormat = { filtersForAnyParty: {} };

  it("reads both shapes", () => {
    const shapeOf = (transactionShape: string) =>
      readTransactionFormat({ eventFormat, transactionShape }).shape;
    expect(shapeOf("TRANSACTION_SHAPE_ACS_DELTA")).to.equal("acsDelta");
    expect(shapeOf("TRANSACTION_SHAPE_LEDGER_EFFECTS")).to.equal("ledgerEffects");
  });

  it("requires all fields, and a specified shape", () => {
    const fieldOf = (format: unknown) =>
      errorOf(() => readTransactionFormat(format)).context["field_name"];
    const transactionShape = "TRANSACTION_SHAPE_UNSPECIFIED";
    expect(fieldOf({ transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" })).to.equal("event_format");
    expect(fieldOf({ eventFormat })).to.equal("transaction_shape");
    expect(fieldOf({ eventFormat, transactionShape })).to.equal("transaction_shape");
  });

  it("refuses an unknown shape", () => {
    const format = { eventFormat, transactionShape: "TRANSACTION_SHAPE_TREE" };
    expect(errorOf(() => readTransactionFormat(format)).code).to.equal("INVALID_ARGUMENT");
  });
});

describe("readUpdateFormat", () => {
  it("omits parts that were not requested", () => {
    expect(readUpdateFormat({})).to.deep.equal({});
    expect(readUpdateFormat({ includeTopologyEvents: {} })).to.deep.equal({});
  });

  it("reads each member", () => {
    const format = readUpdateFormat({
      includeReassignments: { filtersForAnyParty: {} },
      includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: ["alice"] } },
    });
    expect(format.reassignments?.filtersForAnyParty).to.deep.equal([]);
    expect(format.topology?.parties).to.deep.equal(["alice"]);
  });

  it("refuses malformed parties of topology events", () => {
    const format = { topology: { parties: ["a!"] } };
    expect(errorOf(() => checkUpdateFormat(format, "f", defaultConfig)).code).to.equal(
      "INVALID_FIELD",
    );
  });
});
