import { decodeBase64 } from "../../../lib/base/values/base64.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { PackageSelection } from "../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import type { Package } from "../../../lib/index.ts";
import { assembleDar, sealed } from "../lf/assemble.ts";
import type { VectorPackage, VectorSelection } from "./vector-rows.ts";

/** A DAR of one package, as its payload is written down. */
export const darOf = ({ payload }: Pick<VectorPackage, "payload">): Uint8Array =>
  assembleDar({ name: "vector", version: "1.0.0", ...sealed(bytesOf(payload)) });

export const bytesOf = (base64: string): Uint8Array => {
  const bytes = decodeBase64(base64);
  if (bytes === undefined) throw new TypeError("what is written down is no base64");
  return bytes;
};

/** The packages of DARs, and those that a file of vectors brings along, in one engine. */
export class VectorPackages {
  readonly #loader = createDamlLoader();
  readonly #packages = new Map<string, Package>();

  addDar(dar: Uint8Array): void {
    this.#add(this.#loader.load(dar));
  }

  /** In any order: those that others refer to are found among them. */
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

  /** Where these packages stand for their names; made when it is asked for. */
  selection({ chosen }: VectorSelection): () => PackageSelection {
    let selection: PackageSelection | undefined;
    return () => (selection ??= this.#selection(Object.values(chosen)));
  }

  #selection(chosen: readonly string[]): PackageSelection {
    const standing = new Set(chosen);
    let registry = PackageRegistry.of(
      chosen.flatMap((packageId) => this.#packages.get(packageId) ?? []),
    );
    // Of other packages with one name and version no submission uses both.
    for (const each of this.#packages.values()) {
      const isRival = registry.versions(each.name).some(({ version }) => version === each.version);
      if (!isRival) registry = registry.add(each);
    }
    return new PackageSelection(registry, {
      isUsable: ({ packageId }) => standing.has(packageId),
    });
  }
}
