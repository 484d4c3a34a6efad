// How each browser is launched so that everything it sends passes the proxy.
import type { FilterProxy } from "./filterProxy.ts";

export type ProxiedLaunch = {
  proxy: { server: string; bypass?: string };
  args: string[];
  firefoxUserPrefs?: Record<string, string | number | boolean>;
};

/**
 * Parts of Playwright's launch options for Chromium and its headless shell; add `args` to the other arguments.
 *
 * - `<-loopback>`: Chromium otherwise goes to loopback and link-local addresses past the proxy.
 * - WebRTC is UDP, which no HTTP proxy carries: a page could probe private hosts by their answers to STUN.
 * - The resolver rule stops lookups of Chromium's own (dns-prefetch), which would tell names to the local network.
 * - QUIC is UDP too.
 */
export function chromiumThroughProxy(proxy: Pick<FilterProxy, "url">): ProxiedLaunch {
  return {
    proxy: { server: proxy.url, bypass: "<-loopback>" },
    args: [
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      "--disable-quic",
    ],
  };
}

/** The same for Firefox. Without the first preference it goes to loopback past the proxy. */
export function firefoxThroughProxy(proxy: Pick<FilterProxy, "url">): ProxiedLaunch {
  return {
    proxy: { server: proxy.url },
    args: [],
    firefoxUserPrefs: {
      "network.proxy.allow_hijacking_localhost": true,
      "network.proxy.testing_localhost_is_secure_when_hijacked": true,
      "network.proxy.no_proxies_on": "",
      "network.proxy.failover_direct": false,
      "network.dns.disablePrefetch": true,
      "network.http.http3.enable": false,
      "network.trr.mode": 5,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "media.peerconnection.enabled": false,
    },
  };
}
