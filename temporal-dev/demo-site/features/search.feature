@shop
Feature: Search
  A visitor finds a piece by a word about it.

  Scenario: A word finds what bears it
    Given I am on "/search"
    When I fill in "Search the shop" with "oak"
    And I press "Enter" in the "Search the shop" field
    Then the address contains "q=oak"
    And I should see "Oak stool"

  Scenario: A word that nothing bears finds nothing
    Given I am on "/search?q=zeppelin"
    Then the status says "0 pieces for “zeppelin”"
    And I should not see "Pendant lamp"
