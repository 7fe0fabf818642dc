import type fc from "fast-check";

import { createNamedType } from "../../lib/base/values/common-types.ts";
import { PackageRegistry } from "../../lib/contracts/packages/registry.ts";
import type { Package } from "../../lib/index.ts";
import type { Codec, Value } from "../../lib/store.ts";
import { arbitraryValue } from "./arbitrary-values.ts";

/** Returns the JSON codecs of the types in packages, and arbitrary values of these types. */
export const codecsOf = (packages: readonly Package[]) => {
  const registry = PackageRegistry.of(packages);
  return (packageId: string, qualifiedName: string): TypeCodec => {
    const type = createNamedType(`${packageId}:${qualifiedName}`);
    return { codec: registry.codec(type), values: arbitraryValue(registry.shapes.of(type)) };
  };
};

interface TypeCodec {
  readonly codec: Codec;
  readonly values: fc.Arbitrary<Value>;
}
