import { typeId } from "../../../base/identifiers/identifiers.ts";
import { getCodec } from "../../../base/values/codec.ts";
import { createShapes, type Shape } from "../../../base/values/shape.ts";
import { DefinitionCollector } from "./definition-collector.ts";
import type { Descriptor } from "./descriptor.ts";

const shapeByDescriptor = new WeakMap<Descriptor, Shape>();

/**
 * Returns the shape of a descriptor that belongs to no package yet. The shape encodes JSON and
 * orders values like the shape in a package. Cached after the first call.
 */
export const shapeOfDescriptor = (descriptor: Descriptor): Shape => {
  let shape = shapeByDescriptor.get(descriptor);
  if (shape === undefined) {
    const collector = new DefinitionCollector(({ name }) => typeId("", name));
    const type = descriptor.typeIn(collector);
    const definitions = collector.listDefinitions();
    shape = createShapes((id) => definitions.get(id.slice(1))).of(type);
    shapeByDescriptor.set(descriptor, shape);
  }
  return shape;
};

/** Returns the JSON of a native value, for messages. */
export const formatNativeValue = (descriptor: Descriptor, native: unknown): string =>
  JSON.stringify(getCodec(shapeOfDescriptor(descriptor)).encode(descriptor.encode(native)));
