import type * as http from "node:http";

import type jsonWebToken from "jsonwebtoken";
import type * as openApiBackend from "openapi-backend";

/** Returns the package openapi-backend. */
export declare const loadOpenApiBackend: () => typeof openApiBackend;

/** Returns the package jsonwebtoken. */
export declare const loadJsonWebToken: () => typeof jsonWebToken;

/** Returns the module node:http. */
export declare const loadHttp: () => typeof http;
