# The kit as a command: docker run --rm -v "$PWD/reports:/target/reports" IMAGE run --base-url https://staging.example.com/api
FROM node:24-slim AS build
WORKDIR /cawl
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY schemas ./schemas
COPY src ./src
COPY suites ./suites
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /cawl
COPY --from=build /cawl/package.json ./
COPY --from=build /cawl/node_modules ./node_modules
COPY --from=build /cawl/schemas ./schemas
COPY --from=build /cawl/dist ./dist
WORKDIR /cawl/bin
RUN ln -s ../dist/src/cli/main.js cawl
ENV PATH=/cawl/bin:$PATH

# A configuration is mounted here. Whoever runs the container, as with --user, may write reports.
WORKDIR /target
RUN mkdir -m 1777 reports
VOLUME ["/target/reports"]
USER node
ENTRYPOINT ["cawl"]
CMD ["run"]
