// What the common types of schema.org need for rich results, after Google's documentation of structured data.

/** Names of properties; `a|b` means one of them; `a.b` a property of the value. */
export type TypeNeeds = {
  required: string[];
  /** Worth a warning where missing. */
  advised?: string[];
  /** Properties whose values are judged as well, by the type given here where they name none. */
  parts?: Record<string, string>;
};

const ARTICLE: TypeNeeds = { required: ["headline"], advised: ["author", "datePublished", "image"] };
const PLACE: TypeNeeds = { required: ["name", "address"] };

export const NEEDS: Readonly<Record<string, TypeNeeds>> = {
  Organization: { required: ["name|legalName"], advised: ["url"] },
  Corporation: { required: ["name|legalName"], advised: ["url"] },
  OnlineStore: { required: ["name|legalName"], advised: ["url"] },
  WebSite: { required: ["name", "url"] },
  Product: {
    required: ["name", "offers|review|aggregateRating|hasVariant|isVariantOf"],
    advised: ["image"],
    parts: { offers: "Offer", aggregateRating: "AggregateRating", review: "Review" },
  },
  Offer: { required: ["price|priceSpecification"], advised: ["priceCurrency|priceSpecification", "availability"] },
  AggregateOffer: { required: ["lowPrice", "priceCurrency"] },
  AggregateRating: { required: ["ratingValue", "ratingCount|reviewCount"] },
  Review: { required: ["author", "reviewRating"], parts: { reviewRating: "Rating" } },
  Rating: { required: ["ratingValue"] },
  Article: ARTICLE,
  BlogPosting: ARTICLE,
  NewsArticle: ARTICLE,
  BreadcrumbList: { required: ["itemListElement"], parts: { itemListElement: "ListItem" } },
  ListItem: { required: ["position", "name|item.name"] },
  FAQPage: { required: ["mainEntity"], parts: { mainEntity: "Question" } },
  Question: { required: ["name|text", "acceptedAnswer|suggestedAnswer"], parts: { acceptedAnswer: "Answer" } },
  Answer: { required: ["text"] },
  Event: { required: ["name", "startDate", "location"], advised: ["endDate", "image"] },
  Recipe: { required: ["name", "image"], advised: ["recipeIngredient", "recipeInstructions"] },
  LocalBusiness: PLACE,
  Restaurant: PLACE,
  Store: PLACE,
  Hotel: PLACE,
  VideoObject: { required: ["name", "thumbnailUrl", "uploadDate"], advised: ["description"] },
  JobPosting: {
    required: ["title", "description", "datePosted", "hiringOrganization", "jobLocation|applicantLocationRequirements"],
  },
  SoftwareApplication: { required: ["name", "offers", "aggregateRating|review"] },
  Course: { required: ["name", "description"] },
  Dataset: { required: ["name", "description"] },
  Person: { required: ["name"] },
};
