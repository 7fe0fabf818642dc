import { expect } from "chai";
import { strToU8, type Zippable, zipSync } from "fflate";

import { errorOf } from "../../../support/error-of.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { counterPackage } from "../../../support/lf/counter.ts";
import { darOf, load, refusal } from "../../../support/lf/load.ts";
import { MessageWriter } from "../../../support/lf/message-writer.ts";

const good = counterPackage();

const empty = new Uint8Array();

const withManifest = (manifest: string): Uint8Array =>
  zipSync({ "META-INF/MANIFEST.MF": strToU8(manifest), "a.dalf": good.archive });

/**
 * Returns the lowest processor time of several runs, because JavaScript compiles the code during the first
 * ones.
 */
const costOf = (load: () => unknown): number => {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    load();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
};

/**
 * Returns the maximum processor time for a DAR that must be refused before any large part is read: ten times
 * that of a valid DAR.
 */
const most = (): number => 10 * costOf(() => load(assembleDar(good)));

describe("DAR archive", () => {
  it("refuses a file that is not a ZIP, and a missing or incomplete manifest", () => {
    const whole = "List(META-INF/MANIFEST.MF, a.dalf)";
    const refused = [
      [new Uint8Array(), "List()"],
      [strToU8("not a zip"), "List()"],
      [zipSync({ "a.dalf": good.archive }), "List(a.dalf)"],
      [withManifest("Main-Dalf: a.dalf\n"), whole],
      [withManifest("Dalfs: a.dalf\n"), whole],
      [withManifest("Main-Dalf: a.dalf\nFormat: other\n"), whole],
    ] as const;
    for (const [dar, entries] of refused) {
      const { code, cause, context } = errorOf(() => load(dar));
      expect(code).to.equal("INVALID_DAR");
      // Programs search for this text.
      expect(cause).to.include("Dar file is corrupt");
      expect(context).to.include({ entries });
      expect(cause).to.include(context["throwable"]);
    }
  });

  it("refuses an archive that is marked as encrypted", () => {
    const dar = withManifest("Main-Dalf: a.dalf\nDalfs: a.dalf\nEncryption: aes\n");
    expect(refusal(dar)).to.equal("INVALID_DAR");
  });

  it("refuses an archive without one of its packages", () => {
    const dar = withManifest("Main-Dalf: b.dalf\nDalfs: b.dalf\n");
    const error = errorOf(() => load(dar));
    expect(error.code).to.equal("INVALID_ZIP_ENTRY");
    const entries = "List(META-INF/MANIFEST.MF, a.dalf)";
    expect(error.context).to.deep.equal({ name: "b.dalf", entries });
  });

  it("reads an archive with a truncated directory, and refuses one with truncated packages", () => {
    const dar = assembleDar(good);
    expect(load(dar.slice(0, -10))).to.have.length(1);
    expect(refusal(dar.slice(0, dar.length / 2))).to.equal("DAR_PARSE_ERROR");
  });

  it("applies its limits to archives with a truncated directory", () => {
    const zeros = zipSync({ "a.dalf": new Uint8Array(1_100_000) }).slice(0, -10);
    expect(refusal(zeros, { limits: { maxInflatedBytes: 1_000_000 } })).to.equal("ZIP_BOMB");
    const cut = assembleDar(good).slice(0, -10);
    expect(refusal(cut, { limits: { maxEntries: 1 } })).to.equal("ZIP_BOMB");
    const manifest = withManifest("\n".repeat(2_000_000)).slice(0, -10);
    expect(refusal(manifest)).to.equal("ZIP_BOMB");
    const outside = zipSync({ "../a.dalf": good.archive }).slice(0, -10);
    expect(refusal(outside)).to.equal("INVALID_ZIP_ENTRY");
  });

  it("refuses entries with paths outside the archive", () => {
    for (const path of ["../a.dalf", "/a.dalf", "x\\..\\a.dalf"]) {
      expect(refusal(zipSync({ [path]: good.archive }))).to.equal("INVALID_ZIP_ENTRY");
    }
  });

  it("refuses ZIP bombs before it inflates them", () => {
    const zeros = zipSync({ "a.dalf": new Uint8Array(1_100_000) });
    expect(refusal(zeros, { limits: { maxInflatedBytes: 1_000_000 } })).to.equal("ZIP_BOMB");
    expect(refusal(assembleDar(good), { limits: { maxEntries: 1 } })).to.equal("ZIP_BOMB");
  });

  it("refuses manifests above a maximum size", () => {
    expect(refusal(withManifest("\n".repeat(2_000_000)))).to.equal("ZIP_BOMB");
    const padded = `Main-Dalf: a.dalf\nDalfs: a.dalf\n${"\n".repeat(900_000)}`;
    expect(load(withManifest(padded))).to.have.length(1);
  });

  it("refuses duplicate entries, whether or not the directory lists both", () => {
    const dar = withManifest("Main-Dalf: a.dalf\nDalfs: a.dalf\n");
    const directory = new DataView(dar.buffer).getUint32(dar.length - 6, true);
    const entries = dar.subarray(0, directory);
    const twice = new Uint8Array(dar.length + directory);
    twice.set(entries);
    twice.set(dar, directory);
    new DataView(twice.buffer).setUint32(twice.length - 6, 2 * directory, true);
    expect(refusal(twice)).to.equal("INVALID_DAR");
  });

  it("refuses an archive with more entries than its directory lists at the first additional one @slow", () => {
    const dar = withManifest("Main-Dalf: a.dalf\nDalfs: a.dalf\n");
    const directory = new DataView(dar.buffer).getUint32(dar.length - 6, true);
    const empty = zipSync({ x: new Uint8Array() }, { level: 0 }).subarray(0, 31);
    const count = 50_000;
    const long = new Uint8Array(count * empty.length + dar.length);
    for (let index = 0; index < count; index += 1) long.set(empty, index * empty.length);
    long.set(dar, count * empty.length);
    new DataView(long.buffer).setUint32(long.length - 6, count * empty.length + directory, true);
    expect(refusal(long)).to.equal("INVALID_DAR");
    expect(costOf(() => refusal(long))).to.be.lessThan(most());
  });

  it("reads a package among thousands of other entries", () => {
    const sources: Zippable = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `src/${index}.daml`,
        // Compressed empty entries take longest, since they must be inflated to find that they are empty.
        [empty, { level: 0 }],
      ]),
    );
    const manifest = strToU8("Main-Dalf: a.dalf\nDalfs: a.dalf\n");
    const dar = zipSync({
      ...sources,
      "META-INF/MANIFEST.MF": manifest,
      "a.dalf": good.archive,
    });
    expect(load(dar)).to.have.length(1);
  });

  it("refuses an entry that inflates to more than its declared size @slow", () => {
    const dar = zipSync({ "a.dalf": new Uint8Array(24_000_000) });
    // The sizes in the local header and in the central directory.
    const view = new DataView(dar.buffer, dar.byteOffset);
    for (let at = 0; at < dar.length - 4; at += 1) {
      if (view.getUint32(at, true) === 24_000_000) view.setUint32(at, 1000, true);
    }
    expect(refusal(dar)).to.equal("INVALID_DAR");
    expect(costOf(() => refusal(dar))).to.be.lessThan(most());
  });

  it("refuses a package whose hash differs from its id", () => {
    const payload = new Uint8Array([1, 2, 3]);
    const archive = new MessageWriter().bytes(3, payload).string(4, "0".repeat(64)).finish();
    expect(refusal(darOf(archive))).to.equal("DAR_PARSE_ERROR");
  });
});
