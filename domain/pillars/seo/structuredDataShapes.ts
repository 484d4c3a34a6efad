// Requirements that several types of structured data share: articles, places, events and others.

/** Names of properties. `a|b` means either of them, `a.b` a property of the value, `=a.b` the same if the value is an item and no text. */
export type TypeNeeds = {
  /** Page of Google's documentation, below `SOURCE`. */
  source: string;
  /** The requirements apply only to items that have one of these properties. */
  when?: readonly string[];
  /** Without them the item is not eligible; [] if Google requires none. */
  required: readonly string[];
  /** Also required, except of the last item of a list. */
  unlessLast?: readonly string[];
  /** Also required of an item that is not a part of another one, and to which no other can refer. */
  alone?: readonly string[];
  /** Recommended properties that cause a warning if missing, because results show them most. */
  advised?: readonly string[];
  /** Other recommended properties. Evidence names the missing ones next to an `advised` one. */
  recommended?: readonly string[];
  /** Properties whose values are checked too, with the type to use if they name none; "" checks only values with a type. */
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
/** Places that serve food and take reservations. */
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
export const RATING: TypeNeeds = {
  source: "review-snippet",
  required: ["ratingValue", "ratingCount|reviewCount"],
  alone: ["itemReviewed"],
};
