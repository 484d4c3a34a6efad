// What the types of Google's gallery of structured data need for rich results, each after its own page of Google's documentation.

/** Names of properties; `a|b` means one of them; `a.b` a property of the value. */
export type TypeNeeds = {
  /** Page of Google's documentation, below `SOURCE`. */
  source: string;
  /** Without them the item is not eligible; [] where Google requires none. */
  required: readonly string[];
  /** Recommended, and worth a warning where missing: what results show most. */
  advised?: readonly string[];
  /** Recommended too; evidence names those that are missing beside an advised one. */
  recommended?: readonly string[];
  /** Properties whose values are judged as well, by the type given here where they name none; "" judges only what names one. */
  parts?: Readonly<Record<string, string>>;
};

/** As of 2026. */
export const SOURCE = "https://developers.google.com/search/docs/appearance/structured-data/";

const ARTICLE: TypeNeeds = {
  source: "article",
  required: [],
  advised: ["headline", "author", "datePublished", "image"],
  recommended: ["author.name", "author.url", "dateModified"],
};
const ORGANIZATION: TypeNeeds = {
  source: "organization",
  required: [],
  advised: ["name|legalName|alternateName", "url"],
  recommended: ["logo", "address", "contactPoint", "description", "sameAs", "telephone", "email"],
};
const PLACE: TypeNeeds = {
  source: "local-business",
  required: ["name", "address"],
  recommended: ["geo", "openingHoursSpecification", "telephone", "url", "priceRange", "aggregateRating", "review"],
};
const EVENT: TypeNeeds = {
  source: "event",
  required: ["name", "startDate", "location", "location.address|location.url|location.name"],
  advised: ["endDate", "image"],
  recommended: ["description", "eventStatus", "offers", "organizer", "performer"],
};
const PRODUCT: TypeNeeds = {
  source: "product-snippet",
  required: ["name", "offers|review|aggregateRating|hasVariant|isVariantOf"],
  advised: ["image"],
  recommended: ["brand", "description", "sku|gtin|gtin8|gtin12|gtin13|gtin14|mpn"],
  parts: { offers: "Offer", aggregateRating: "AggregateRating", review: "Review" },
};
const APPLICATION: TypeNeeds = {
  source: "software-app",
  required: ["name", "offers", "aggregateRating|review"],
  recommended: ["applicationCategory", "operatingSystem"],
  parts: { aggregateRating: "AggregateRating", review: "Review" },
};
const VIDEO: TypeNeeds = {
  source: "video",
  required: ["name", "thumbnailUrl", "uploadDate"],
  advised: ["description"],
  recommended: ["contentUrl|embedUrl", "duration", "expires", "interactionStatistic"],
};
/** Nested in what they are about, so itemReviewed is not asked for. */
const RATING: TypeNeeds = { source: "review-snippet", required: ["ratingValue", "ratingCount|reviewCount"] };

/** `Parent/Type` stands before `Type` where an item is a part of the parent. */
export const NEEDS: Readonly<Record<string, TypeNeeds>> = {
  Article: ARTICLE,
  BlogPosting: ARTICLE,
  NewsArticle: ARTICLE,
  BreadcrumbList: { source: "breadcrumb", required: ["itemListElement"], parts: { itemListElement: "ListItem" } },
  "BreadcrumbList/ListItem": { source: "breadcrumb", required: ["position", "name|item.name"] },
  ItemList: { source: "carousel", required: ["itemListElement"], parts: { itemListElement: "" } },
  "ItemList/ListItem": { source: "carousel", required: ["position", "url|item"], parts: { item: "" } },
  Course: { source: "course", required: ["name", "description"], recommended: ["provider"] },
  Dataset: {
    source: "dataset",
    required: ["name", "description"],
    recommended: [
      "creator",
      "license",
      "identifier",
      "keywords",
      "distribution",
      "temporalCoverage",
      "variableMeasured",
    ],
  },
  DiscussionForumPosting: {
    source: "discussion-forum",
    required: ["author", "datePublished", "text|image|video|sharedContent"],
    recommended: ["author.url", "comment", "headline", "interactionStatistic", "url"],
  },
  Quiz: { source: "education-qa", required: ["hasPart"], recommended: ["about", "educationalAlignment"] },
  EmployerAggregateRating: {
    source: "employer-rating",
    required: ["itemReviewed", "ratingValue", "ratingCount|reviewCount"],
    recommended: ["bestRating", "worstRating"],
  },
  FAQPage: { source: "faqpage", required: ["mainEntity"], parts: { mainEntity: "Question" } },
  Question: {
    source: "faqpage",
    required: ["name|text", "acceptedAnswer|suggestedAnswer"],
    parts: { acceptedAnswer: "Answer" },
  },
  Answer: { source: "faqpage", required: ["text"] },
  QAPage: { source: "qapage", required: ["mainEntity"], parts: { mainEntity: "Question" } },
  "QAPage/Question": {
    source: "qapage",
    required: ["name", "answerCount", "acceptedAnswer|suggestedAnswer"],
    recommended: ["author", "datePublished", "text", "upvoteCount"],
    parts: { acceptedAnswer: "Answer", suggestedAnswer: "Answer" },
  },
  JobPosting: {
    source: "job-posting",
    required: ["title", "description", "datePosted", "hiringOrganization", "jobLocation|applicantLocationRequirements"],
    recommended: ["baseSalary", "employmentType", "identifier", "validThrough", "directApply"],
  },
  MemberProgram: { source: "loyalty-program", required: ["name", "description", "hasTiers"], recommended: ["url"] },
  MerchantReturnPolicy: {
    source: "return-policy",
    required: ["merchantReturnLink|applicableCountry", "merchantReturnLink|returnPolicyCategory"],
    recommended: ["merchantReturnDays", "returnFees", "returnMethod"],
  },
  Movie: {
    source: "movie",
    required: ["name", "image"],
    recommended: ["aggregateRating", "dateCreated", "director", "review"],
  },
  Product: PRODUCT,
  ProductGroup: {
    source: "product-variants",
    required: ["name"],
    recommended: ["hasVariant", "productGroupID", "variesBy", "brand", "description"],
  },
  Offer: {
    source: "product-snippet",
    required: ["price|priceSpecification"],
    advised: ["priceCurrency|priceSpecification", "availability"],
    recommended: ["priceValidUntil", "itemCondition", "shippingDetails", "hasMerchantReturnPolicy"],
  },
  AggregateOffer: {
    source: "product-snippet",
    required: ["lowPrice", "priceCurrency"],
    recommended: ["highPrice", "offerCount"],
  },
  AggregateRating: RATING,
  Review: {
    source: "review-snippet",
    required: ["author", "reviewRating"],
    recommended: ["datePublished", "reviewBody"],
    parts: { reviewRating: "Rating" },
  },
  Rating: { source: "review-snippet", required: ["ratingValue"], recommended: ["bestRating", "worstRating"] },
  ProfilePage: {
    source: "profile-page",
    required: ["mainEntity"],
    recommended: ["dateCreated", "dateModified"],
    parts: { mainEntity: "Person" },
  },
  "ProfilePage/Person": {
    source: "profile-page",
    required: ["name|alternateName"],
    recommended: ["description", "identifier", "image", "interactionStatistic", "sameAs"],
  },
  Recipe: {
    source: "recipe",
    required: ["name", "image"],
    advised: ["recipeIngredient", "recipeInstructions"],
    recommended: [
      "author",
      "cookTime",
      "prepTime",
      "totalTime",
      "nutrition",
      "recipeYield",
      "aggregateRating",
      "video",
    ],
  },
  SpeakableSpecification: { source: "speakable", required: ["cssSelector|xpath"] },
  VacationRental: {
    source: "vacation-rental",
    required: ["name", "identifier", "image", "containsPlace", "latitude|geo.latitude", "longitude|geo.longitude"],
    recommended: ["address", "aggregateRating", "description", "checkinTime", "checkoutTime"],
  },
  VideoObject: VIDEO,
  WebSite: { source: "../site-names", required: ["name", "url"], recommended: ["alternateName"] },
  ...Object.fromEntries(
    "Corporation|OnlineStore|OnlineBusiness|Organization|NGO|EducationalOrganization|NewsMediaOrganization"
      .split("|")
      .map((type) => [type, ORGANIZATION]),
  ),
  ...Object.fromEntries(
    "LocalBusiness|Restaurant|Store|Hotel|LodgingBusiness|FoodEstablishment|CafeOrCoffeeShop|Bakery|BarOrPub|Dentist|Physician|MedicalClinic|Pharmacy|AutoRepair|AutoDealer|HairSalon|BeautySalon|DaySpa|ExerciseGym|RealEstateAgent|LegalService|Attorney|AccountingService|FinancialService|InsuranceAgency|TravelAgency|ProfessionalService|Electrician|Plumber|ClothingStore|GroceryStore|FurnitureStore|BookStore|Florist|JewelryStore"
      .split("|")
      .map((type) => [type, PLACE]),
  ),
  ...Object.fromEntries(
    "Event|BusinessEvent|ChildrensEvent|ComedyEvent|DanceEvent|EducationEvent|ExhibitionEvent|Festival|FoodEvent|LiteraryEvent|MusicEvent|SaleEvent|ScreeningEvent|SocialEvent|SportsEvent|TheaterEvent|VisualArtsEvent"
      .split("|")
      .map((type) => [type, EVENT]),
  ),
  ...Object.fromEntries(
    "SoftwareApplication|MobileApplication|WebApplication".split("|").map((type) => [type, APPLICATION]),
  ),
};
