import { expect } from "chai";

import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import type { EventFormat } from "../../../lib/views/visibility/event-format.ts";
import {
  type EventFilterMatch,
  EventMatcher,
} from "../../../lib/views/visibility/event-matcher.ts";
import {
  checkKnownTypes,
  resolveInterfaceVersions,
} from "../../../lib/views/visibility/known-types.ts";
import { asset, assetsV1, assetsV2, holding, holdingApi } from "../../support/asset-package.ts";
import { errorOf } from "../../support/error-of.ts";
import { formatOf, interfaceFilter, templateFilter, wildcard } from "../../support/formats.ts";

const packages = PackageRegistry.of([holdingApi, assetsV1, assetsV2]);
const assetByName = "#assets:Main:Asset";
const noteByName = "#assets:Main:Note";
const holdingByName = "#holding-api:Api:Holding";
const plainAsset = asset("asset", ["alice"]);
const note = asset("note", ["alice"], { key: "k" });

const matchOf = (
  format: EventFormat,
  { templateId, packageName } = plainAsset,
  parties: readonly string[] = ["alice"],
): EventFilterMatch | undefined =>
  new EventMatcher(format, packages).findEventMatch(templateId, packageName, parties);

describe("EventMatcher", () => {
  it("matches every template for a party without filters", () => {
    const expected = { includeBlob: false, views: [] };
    expect(matchOf(formatOf({ alice: [] }))).to.deep.equal(expected);
  });

  it("matches nothing for a party that was not requested", () => {
    expect(matchOf(formatOf({ bob: [] }))).to.equal(undefined);
  });

  it("matches for any party with the party wildcard only", () => {
    const format = formatOf({ "*": [] });
    expect(matchOf(format)).to.not.equal(undefined);
    expect(matchOf(format, plainAsset, [])).to.equal(undefined);
  });

  it("matches a template in all versions of its package", () => {
    const format = formatOf({ alice: [templateFilter(assetByName)] });
    const upgraded = asset("upgraded", ["alice"], { from: assetsV2 });
    expect(matchOf(format)).to.not.equal(undefined);
    expect(matchOf(format, upgraded)).to.not.equal(undefined);
    expect(matchOf(format, note)).to.equal(undefined);
  });

  it("matches the templates that implement an interface", () => {
    const format = formatOf({ alice: [interfaceFilter(holdingByName)] });
    const expected = { includeBlob: false, views: [holding] };
    expect(matchOf(format)).to.deep.equal(expected);
    expect(matchOf(format, note)).to.equal(undefined);
  });

  it("requests and names an interface view only if it is included", () => {
    const format = formatOf({ alice: [interfaceFilter(holdingByName, false)] });
    const expected = { includeBlob: false, views: [] };
    expect(matchOf(format)).to.deep.equal(expected);
  });

  it("matches nothing for an interface without implementations", () => {
    const format = formatOf({ alice: [interfaceFilter("#holding-api:Api:Unused")] });
    checkKnownTypes([format], packages);
    expect(matchOf(format)).to.equal(undefined);
  });

  it("combines the filters of one party", () => {
    const filters = [wildcard(), templateFilter(assetByName, true), interfaceFilter(holdingByName)];
    const format = formatOf({ alice: filters });
    expect(matchOf(format)).to.deep.equal({
      includeBlob: true,
      views: [holding],
    });
    expect(matchOf(format, note)?.includeBlob).to.equal(false);
  });

  it("includes blobs if any of several wildcards requests them", () => {
    expect(matchOf(formatOf({ alice: [wildcard(), wildcard(true)] }))?.includeBlob).to.equal(true);
  });

  it("includes blobs if any of several filters for a template requests them", () => {
    for (const filters of [
      [templateFilter(assetByName, true), templateFilter(assetByName)],
      [templateFilter(assetByName), templateFilter(assetByName, true)],
    ]) {
      expect(matchOf(formatOf({ alice: filters }))?.includeBlob).to.equal(true);
    }
  });

  it("is unaffected by other parties whose filters match nothing", () => {
    const format = formatOf({ alice: [wildcard()], bob: [templateFilter(noteByName, true)] });
    const expected = { includeBlob: false, views: [] };
    expect(matchOf(format, plainAsset, ["alice", "bob"])).to.deep.equal(expected);
    expect(matchOf(format, plainAsset, ["alice", "dave"])).to.deep.equal(expected);
  });

  it("combines the filters of exactly the parties that may see the event", () => {
    const format = formatOf({
      alice: [templateFilter(assetByName)],
      bob: [wildcard(true)],
      carol: [interfaceFilter(holdingByName)],
      "*": [templateFilter(noteByName)],
    });
    expect(matchOf(format, plainAsset, ["alice"])?.includeBlob).to.equal(false);
    expect(matchOf(format, plainAsset, ["alice", "bob"])?.includeBlob).to.equal(true);
    expect(matchOf(format, plainAsset, ["bob", "carol"])?.views).to.deep.equal([holding]);
    expect(matchOf(format, plainAsset, ["dave"])).to.equal(undefined);
    expect(matchOf(format, note, ["dave"])).to.not.equal(undefined);
  });

  it("restricts the candidates by party and by template", () => {
    const { bounds } = new EventMatcher(
      formatOf({ alice: [interfaceFilter(holdingByName)], bob: [templateFilter(noteByName)] }),
      packages,
    );
    expect([...(bounds.parties ?? [])]).to.deep.equal(["alice", "bob"]);
    expect([...(bounds.templates ?? [])].sort()).to.deep.equal([
      "assets:Main:Asset",
      "assets:Main:Note",
    ]);
  });

  it("treats a duplicate interface as one, with all requested options", () => {
    const again = [
      { ...interfaceFilter(holdingByName, false), includeBlob: true },
      interfaceFilter(holdingByName),
      interfaceFilter(holdingByName, false),
    ];
    for (const filters of [again, again.toReversed()]) {
      expect(matchOf(formatOf({ alice: filters }))).to.deep.equal({
        includeBlob: true,
        views: [holding],
      });
    }
  });

  it("looks up the implementations of an interface once, even if it is named several times", () => {
    const counted = PackageRegistry.of([holdingApi, assetsV1, assetsV2]);
    let asked = 0;
    const implementations = counted.implementations.bind(counted);
    counted.implementations = (id) => {
      asked++;
      return implementations(id);
    };
    const many = Array.from({ length: 1_000 }, () => interfaceFilter(holdingByName));
    const format = formatOf({ alice: many, bob: many, "*": many });
    expect([...(new EventMatcher(format, counted).bounds.templates ?? [])]).to.deep.equal([
      "assets:Main:Asset",
    ]);
    expect(asked).to.equal(1);
  });

  it("does not restrict templates if one of several parties has a wildcard", () => {
    const format = formatOf({ alice: [wildcard()], bob: [templateFilter(noteByName)] });
    const { bounds } = new EventMatcher(format, packages);
    expect(bounds.templates).to.equal(undefined);
    expect([...(bounds.parties ?? [])]).to.deep.equal(["alice", "bob"]);
  });

  it("includes no blob for the filters of two parties of which neither requests it", () => {
    const format = formatOf({ alice: [wildcard()], bob: [interfaceFilter(holdingByName)] });
    expect(matchOf(format, plainAsset, ["alice", "bob"])).to.deep.equal({
      includeBlob: false,
      views: [holding],
    });
  });

  it("does not restrict candidates under wildcards", () => {
    const { bounds } = new EventMatcher(formatOf({ "*": [], alice: [] }), packages);
    expect(bounds).to.deep.equal({ parties: undefined, templates: undefined });
  });
});

describe("checkKnownTypes", () => {
  const codeOf = (...filters: Parameters<typeof formatOf>[0][string][]): string =>
    errorOf(() => checkKnownTypes([formatOf({ alice: filters.flat() })], packages)).code;

  it("names all unknown packages first", () => {
    const unknown = [templateFilter("#nope:M:T"), interfaceFilter("#none:M:I")];
    const format = formatOf({ alice: [templateFilter("#assets:Main:Gone"), ...unknown] });
    const { code, cause, resources } = errorOf(() => checkKnownTypes([format], packages));
    expect(code).to.equal("PACKAGE_NAMES_NOT_FOUND");
    expect(cause).to.include("nope, none");
    expect(resources).to.deep.equal([]);
  });

  it("refuses an unknown template before an unknown interface", () => {
    const filters = [interfaceFilter("#assets:Main:Gone"), templateFilter("#assets:Main:Gone")];
    expect(codeOf(filters)).to.equal("NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME");
  });

  it("refuses an unknown interface, and a template in place of one", () => {
    const code = "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME";
    expect(codeOf([interfaceFilter("#holding-api:Api:Gone")])).to.equal(code);
    expect(codeOf([interfaceFilter(assetByName)])).to.equal(code);
  });

  it("checks the filters for any party, too", () => {
    const format = formatOf({ "*": [templateFilter("#assets:Main:Gone")] });
    expect(errorOf(() => checkKnownTypes([format], packages)).cause).to.equal(
      "No version of the package defines a template #assets:Main:Gone.",
    );
  });

  it("names all unknown templates and interfaces that are given by package id", () => {
    const known = [templateFilter(plainAsset.templateId), interfaceFilter(holding)];
    checkKnownTypes([formatOf({ alice: known })], packages);
    const unknown = [
      ...known,
      templateFilter(holding),
      templateFilter("nope:Main:Asset"),
      interfaceFilter(plainAsset.templateId),
    ];
    const { code, resources } = errorOf(() =>
      checkKnownTypes([formatOf({ alice: unknown })], packages),
    );
    expect(code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(resources).to.deep.equal([
      ["TEMPLATE_ID", holding],
      ["TEMPLATE_ID", "nope:Main:Asset"],
      ["TEMPLATE_ID", plainAsset.templateId],
    ]);
  });

  it("explains what is unknown", () => {
    const causeOf = (...filters: Parameters<typeof formatOf>[0][string]): string =>
      errorOf(() => checkKnownTypes([formatOf({ alice: filters })], packages)).cause;
    expect(causeOf(templateFilter("#nope:M:T"), interfaceFilter("#none:M:I"))).to.equal(
      "No package with the name nope, none was uploaded to this participant.",
    );
    expect(causeOf(interfaceFilter("#holding-api:Api:Gone"))).to.equal(
      "No version of the package defines an interface #holding-api:Api:Gone.",
    );
  });

  it("knows the types of every version of a package", () => {
    const empty = { templates: new Map(), interfaces: new Map() };
    const versions = PackageRegistry.of([
      { ...holdingApi, packageId: "newer", version: "2.0.0", ...empty },
      holdingApi,
      assetsV1,
      { ...assetsV2, ...empty },
    ]);
    const format = formatOf({
      alice: [templateFilter(assetByName), interfaceFilter(holdingByName)],
    });
    checkKnownTypes([format], versions);
    expect(
      new EventMatcher(format, versions).findEventMatch(plainAsset.templateId, "assets", ["alice"]),
    ).to.deep.equal({ includeBlob: false, views: [holding] });
    expect(resolveInterfaceVersions(holdingByName, versions)).to.deep.equal([holding]);
  });
});
