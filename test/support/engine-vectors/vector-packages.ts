import { decodeBase64 } from "../../../lib/base/values/base64.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { PackageSelection } from "../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import type { Package } from "../../../lib/index.ts";
import { archiveOf, assembleDar } from "../lf/assemble.ts";
import type { VectorPackage, VectorSelection } from "./vector-rows.ts";

/** Returns a DAR with one package, from its recorded payload. */
export const darOf = ({ payload }: Pick<VectorPackage, "payload">): Uint8Array =>
  assembleDar({ name: "vector", version: "1.0.0", ...archiveOf(bytesOf(payload)) });

export const bytesOf = (base64: string): Uint8Array => {
  const bytes = decodeBase64(base64);
  if (bytes === undefined) throw new TypeError("the recorded text is not Base64");
  return bytes;
};

/** The packages of some DARs and of a file of vectors, loaded together. */
export class VectorPackages {
  readonly #loader = createDamlLoader();
  readonly #packages = new Map<string, Package>();

  addDar(dar: Uint8Array): void {
    this.#add(this.#loader.load(dar));
  }

  /** Adds packages in any order; references are resolved among them. */
  addAll(packages: readonly VectorPackage[]): void {
    this.#add(this.#loader.restore(packages.map(({ payload }) => bytesOf(payload))));
  }

  #add(packages: readonly Package[]): void {
    for (const each of packages) this.#packages.set(each.packageId, each);
  }

  get(packageId: string): Package {
    const found = this.#packages.get(packageId);
    if (found === undefined) throw new TypeError(`the package ${packageId} is missing`);
    return found;
  }

  /** Returns a function that computes the preferred packages by name. */
  selection({ chosen }: VectorSelection): () => PackageSelection {
    let selection: PackageSelection | undefined;
    return () => (selection ??= this.#selection(Object.values(chosen)));
  }

  #selection(chosen: readonly string[]): PackageSelection {
    const standing = new Set(chosen);
    let registry = PackageRegistry.of(
      chosen.flatMap((packageId) => this.#packages.get(packageId) ?? []),
    );
    // No submission uses two packages with one name and version.
    for (const each of this.#packages.values()) {
      const isRival = registry.versions(each.name).some(({ version }) => version === each.version);
      if (!isRival) registry = registry.add(each);
    }
    return new PackageSelection(registry, {
      isUsable: ({ packageId }) => standing.has(packageId),
    });
  }
}
