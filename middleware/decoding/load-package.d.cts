import type jsonWebToken from "jsonwebtoken";
import type * as openApiBackend from "openapi-backend";

/** Returns the package openapi-backend. */
export declare const loadOpenApiBackend: () => typeof openApiBackend;

/** Returns the package jsonwebtoken. */
export declare const loadJsonWebToken: () => typeof jsonWebToken;
