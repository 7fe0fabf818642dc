import { iouPackage } from "../../iou-package.ts";
import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenGets, brokenPosts } from "../broken-requests.ts";
import { as } from "../world.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const admin = "participant_admin";

/** Returns a DAR upload. */
const upload = (
  mistake: string,
  body: unknown,
  status: number,
  at: string,
  more: More = {},
  headers: Readonly<Record<string, string>> = { "content-type": "application/octet-stream" },
  path = "/v2/packages",
): BrokenRequest => ({
  mistake,
  method: "POST",
  path,
  headers: { ...as(admin), ...headers },
  body,
  teaches: { status, at, ...more },
});

/** An archive without entries. */
const emptyZip = Uint8Array.from([80, 75, 5, 6, ...new Array<number>(18).fill(0)]);
const json = { "content-type": "application/json" };

/** Incorrect requests about packages, DARs, vetting and preferred versions. */
export const packages: Corpus = (world) => {
  const { alice, bob } = world;
  const ask = brokenGets(admin);
  const vet = brokenPosts(admin, "/v2/package-vetting/update");
  const vetted = brokenPosts(admin, "/v2/package-vetting/list");
  const change = (operation: unknown) => ({ changes: [{ operation }], dryRun: true });
  const reference = (packages: unknown) => change({ Vet: { value: { packages } } });
  const preferred = brokenPosts("ann", "/v2/interactive-submission/preferred-packages");
  const requirement = (parts: object) => ({ packageVettingRequirements: [parts] });
  const id = iouPackage.packageId;

  return [
    // Uploading
    upload(
      "uploads a DAR as JSON",
      { dar: "UEsDBA==" },
      400,
      "body",
      { says: /bytes of the DAR/ },
      json,
    ),
    upload("uploads a DAR in Base64", "UEsDBBQAAAAIAA==", 400, "body", {
      says: /bytes of the DAR/,
    }),
    upload(
      "uploads a DAR as a form",
      "--x\r\nContent-Disposition: form-data; name=dar\r\n\r\nPK\r\n--x--",
      400,
      "body",
      {
        says: /bytes of the DAR/,
      },
      { "content-type": "multipart/form-data; boundary=x" },
    ),
    upload("uploads nothing", "", 400, "body", { says: /bytes of the DAR/ }),
    upload("uploads an empty archive", emptyZip, 400, "body", {
      says: /compiler/,
    }),
    upload("uploads the path of a DAR", "./dist/iou-1.0.0.dar", 400, "body", {
      says: /bytes of the DAR/,
    }),
    upload("uploads Daml code", "module Iou where\n", 400, "body", { says: /bytes of the DAR/ }),
    upload("uploads a page", "<html>Not found</html>", 400, "body", { says: /bytes of the DAR/ }),
    upload(
      "validates JSON",
      { path: "a.dar" },
      400,
      "body",
      { says: /bytes of the DAR/ },
      json,
      "/v2/dars/validate",
    ),
    upload(
      "uploads to the other path as JSON",
      {},
      400,
      "body",
      { says: /bytes of the DAR/ },
      json,
      "/v2/dars",
    ),
    upload(
      "sends vetAllPackages as a word",
      emptyZip,
      400,
      "query parameter vetAllPackages",
      { says: /true or false/ },
      {},
      "/v2/packages?vetAllPackages=yes",
    ),
    upload(
      "vets on a synchronizer by its alias",
      emptyZip,
      400,
      "query parameter synchronizerId",
      { nearest: world.ledger.state.synchronizers[0]?.id ?? "" },
      {},
      "/v2/packages?synchronizerId=local",
    ),
    brokenPosts(admin, "/v2/packages", "PUT")("puts a DAR", emptyZip, 405, "method", {
      says: /POST/,
    }),
    // Reading
    ask(
      "asks for a package by its name",
      ["GET", "/v2/packages/iou"],
      404,
      "path parameter package-id",
      { nearest: id },
    ),
    ask(
      "asks for a package by name and version",
      ["GET", "/v2/packages/iou-1.0.0"],
      400,
      "path parameter package-id",
      { nearest: id },
    ),
    ask(
      "asks for a package with #",
      ["GET", "/v2/packages/%23iou"],
      400,
      "path parameter package-id",
      { nearest: id },
    ),
    ask(
      "asks for a package by a part of its id",
      ["GET", `/v2/packages/${id.slice(0, 12)}`],
      404,
      "path parameter package-id",
      { nearest: id },
    ),
    ask(
      "asks for a package that does not exist",
      ["GET", `/v2/packages/${"ab".repeat(32)}`],
      404,
      "path parameter package-id",
      { says: /GET \/v2\/packages/ },
    ),
    ask(
      "asks for the status of a package by its name",
      ["GET", "/v2/packages/iou/status"],
      200,
      "path parameter package-id",
      { nearest: id },
    ),
    // Vetting
    vet("vets nothing", { changes: [] }, 400, "/changes", { says: /at least one/ }),
    vet("forgets the changes", { dryRun: true }, 400, "/changes", { says: /at least one/ }),
    vet("names changes in the singular", { change: [] }, 400, "/changes", { nearest: "changes" }),
    vet(
      "forgets operation",
      { changes: [{ Vet: { value: { packages: [] } } }] },
      400,
      "/changes/0/operation",
      { says: /Vet or Unvet|operation/ },
    ),
    vet(
      "writes an operation in lower case",
      change({ vet: { value: { packages: [] } } }),
      400,
      "/changes/0/operation",
      { nearest: "Vet" },
    ),
    vet("invents an operation", change({ Add: { value: {} } }), 400, "/changes/0/operation", {
      says: /Vet/,
    }),
    vet(
      "misspells Unvet",
      change({ Unvett: { value: { packages: [] } } }),
      400,
      "/changes/0/operation",
      { nearest: "Unvet" },
    ),
    vet(
      "forgets value in an operation",
      change({ Vet: { packages: [] } }),
      400,
      "/changes/0/operation/Vet/value",
      { says: /value/ },
    ),
    vet(
      "names packages by texts",
      reference(["iou"]),
      400,
      "/changes/0/operation/Vet/value/packages/0",
      { says: /object/ },
    ),
    vet(
      "names a package by name and id, without a version",
      reference([{ packageId: id, packageName: "iou" }]),
      400,
      "/changes/0/operation/Vet/value/packages/0",
      { says: /by packageId/ },
    ),
    vet(
      "misspells a package to vet",
      reference([{ packageName: "iuo" }]),
      404,
      "/changes/0/operation/Vet/value/packages/0/packageName",
      { nearest: "iou" },
    ),
    vet(
      "vets a package id that does not exist",
      reference([{ packageId: "ab".repeat(32) }]),
      404,
      "/changes/0/operation/Vet/value/packages/0/packageId",
      { says: /GET \/v2\/packages/ },
    ),
    vet(
      "names the package with another field",
      reference([{ name: "iou" }]),
      400,
      "/changes/0/operation/Vet/value/packages/0",
      { says: /packageName/ },
    ),
    vetted(
      "lists vetted packages of a misspelt name",
      { packageMetadataFilter: { packageNamePrefix: ["iou"] } },
      200,
      "/packageMetadataFilter/packageNamePrefix",
      { nearest: "packageNamePrefixes" },
    ),
    vetted(
      "sends the filter of vetted packages as a text",
      { packageMetadataFilter: "iou" },
      400,
      "/packageMetadataFilter",
      { says: /object/ },
    ),
    vetted("sends the page size as a word", { pageSize: "all" }, 400, "/pageSize", {
      says: /whole number/,
    }),
    // Preferred versions
    preferred("asks for no package", {}, 400, "/packageVettingRequirements", {
      says: /packageName/,
    }),
    preferred(
      "asks for a package without parties",
      { packageName: "iou" },
      400,
      "/packageVettingRequirements",
      { says: /packageName/ },
    ),
    preferred(
      "asks for packages for an empty list of parties",
      requirement({ packageName: "iou", parties: [] }),
      400,
      "/packageVettingRequirements/0/parties",
      { says: /full party ids/ },
    ),
    preferred(
      "misspells a package",
      requirement({ packageName: "iuo", parties: [alice] }),
      404,
      "/packageVettingRequirements/0/packageName",
      { nearest: "iou" },
    ),
    preferred(
      "asks for a package by its id",
      requirement({ packageName: id, parties: [alice] }),
      404,
      "/packageVettingRequirements/0/packageName",
      { nearest: "iou" },
    ),
    preferred(
      "forgets which package",
      requirement({ parties: [alice] }),
      400,
      "/packageVettingRequirements/0/packageName",
      { says: /packageName/ },
    ),
    preferred(
      "asks for a party by its hint",
      requirement({ packageName: "iou", parties: ["bob"] }),
      404,
      "/packageVettingRequirements/0/parties/0",
      { nearest: bob },
    ),
    preferred(
      "asks for one party without a list",
      requirement({ packageName: "iou", parties: alice }),
      400,
      "/packageVettingRequirements/0/parties",
      { says: /array|list/ },
    ),
    brokenGets("ann")(
      "misspells a package in a query",
      [
        "GET",
        `/v2/interactive-submission/preferred-package-version?parties=${alice}&package-name=iuo`,
      ],
      404,
      "query parameter package-name",
      { nearest: "iou" },
    ),
    brokenGets("ann")(
      "writes parameters in camel case",
      [
        "GET",
        `/v2/interactive-submission/preferred-package-version?parties=${alice}&packageName=iou`,
      ],
      400,
      "query parameter package-name",
      { says: /package-name/ },
    ),
    brokenGets("ann")(
      "asks for a preferred version by a party's hint",
      [
        "GET",
        "/v2/interactive-submission/preferred-package-version?parties=alice&package-name=iou",
      ],
      404,
      "query parameter parties",
      { nearest: alice },
    ),
  ];
};
