// What several types of structured data share: the needs of articles, places, events and the like.

/** Names of properties; `a|b` means one of them; `a.b` a property of the value. */
export type TypeNeeds = {
  /** Page of Google's documentation, below `SOURCE`. */
  source: string;
  /** Only an item that names one of these is meant for the feature; others of the type need nothing. */
  when?: readonly string[];
  /** Without them the item is not eligible; [] where Google requires none. */
  required: readonly string[];
  /** Recommended, and worth a warning where missing: what results show most. */
  advised?: readonly string[];
  /** Recommended too; evidence names those that are missing beside an advised one. */
  recommended?: readonly string[];
  /** Properties whose values are judged as well, by the type given here where they name none; "" judges only what names one. */
  parts?: Readonly<Record<string, string>>;
};

export const ARTICLE: TypeNeeds = {
  source: "article",
  required: [],
  advised: ["headline", "author", "datePublished", "image"],
  recommended: ["author.name", "author.url", "dateModified"],
  parts: { hasPart: "", image: "" },
};
export const ORGANIZATION: TypeNeeds = {
  source: "organization",
  required: [],
  advised: ["name|legalName|alternateName", "url"],
  recommended: ["logo", "address", "contactPoint", "description", "sameAs", "telephone", "email"],
  parts: {
    hasMemberProgram: "MemberProgram",
    hasMerchantReturnPolicy: "MerchantReturnPolicy",
    hasShippingService: "ShippingService",
  },
};
export const PLACE = {
  source: "local-business",
  required: ["name", "address"],
  recommended: ["geo", "openingHoursSpecification", "telephone", "url", "priceRange", "aggregateRating", "review"],
} satisfies TypeNeeds;
/** Where one can eat, and reserve a table. */
export const FOOD: TypeNeeds = { ...PLACE, recommended: [...PLACE.recommended, "menu|hasMenu", "servesCuisine"] };
export const EVENT: TypeNeeds = {
  source: "event",
  required: ["name", "startDate", "location", "location.address|location.url|location.name"],
  advised: ["endDate", "image"],
  recommended: ["description", "eventStatus", "offers", "organizer", "performer"],
};
export const PRODUCT: TypeNeeds = {
  source: "product-snippet",
  required: ["name", "offers|review|aggregateRating|hasVariant|isVariantOf"],
  advised: ["image"],
  recommended: ["brand", "description", "sku|gtin|gtin8|gtin12|gtin13|gtin14|mpn"],
  parts: {
    offers: "Offer",
    aggregateRating: "AggregateRating",
    review: "Review",
    hasCertification: "Certification",
    image: "",
  },
};
export const APPLICATION: TypeNeeds = {
  source: "software-app",
  required: ["name", "offers", "aggregateRating|review"],
  recommended: ["applicationCategory", "operatingSystem"],
  parts: { aggregateRating: "AggregateRating", review: "Review" },
};
export const VIDEO: TypeNeeds = {
  source: "video",
  required: ["name", "thumbnailUrl", "uploadDate"],
  advised: ["description"],
  recommended: ["contentUrl|embedUrl", "duration", "expires", "interactionStatistic"],
  parts: { publication: "BroadcastEvent", hasPart: "Clip", potentialAction: "" },
};
export const POSTING: TypeNeeds = {
  source: "discussion-forum",
  required: ["author", "datePublished", "text|image|video|sharedContent"],
  recommended: ["author.url", "comment", "headline", "interactionStatistic", "url"],
  parts: { comment: "Comment" },
};
export const COMMENT: TypeNeeds = {
  source: "discussion-forum",
  required: ["author", "datePublished", "text|image|video|sharedContent"],
  recommended: ["author.url", "interactionStatistic", "url"],
};
/** Nested in what they are about, so itemReviewed is not asked for. */
export const RATING: TypeNeeds = { source: "review-snippet", required: ["ratingValue", "ratingCount|reviewCount"] };
